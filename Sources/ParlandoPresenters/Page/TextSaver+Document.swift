import ParlandoCore

extension TextSaver {
    /// In the format of the file's extension, else plain text. Not on the main actor, because a long text takes time.
    @concurrent func save(_ document: TranscriptDocument, to path: String) async throws(TextSaveError) {
        try await save((ExportFormat(path: path) ?? .txt).content(of: document), to: path)
    }
}
