import ParlandoCore

extension TextSaver {
    /// Writes a document to a file. The file name extension determines the format; a file with an unknown extension
    /// contains plain text. Does not run on the main actor, because formatting a long text takes time.
    @concurrent func save(_ document: TranscriptDocument, to path: String) async throws(TextSaveError) {
        try await save((ExportFormat(path: path) ?? .txt).content(of: document), to: path)
    }
}
