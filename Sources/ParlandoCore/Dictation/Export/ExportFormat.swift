/// A file format for exported transcripts.
public enum ExportFormat: String, Sendable, CaseIterable {
    case txt
    /// SubRip subtitles.
    case srt
    /// WebVTT subtitles.
    case vtt
    /// `TranscriptionResult` as JSON.
    case json

    /// Creates the format for a path's file extension; nil if the extension is unknown.
    public init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else {
            return nil
        }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }

    /// Returns the content of the exported file. TXT contains the text with the user's edits. The other formats also
    /// contain the times of the words, including edited ones.
    public func content(of document: TranscriptDocument) -> String {
        switch self {
        case .txt:
            document.text.isEmpty ? "" : document.text + "\n"
        case .srt:
            SubtitleFormat.subRip.content(of: CueCutter.cues(of: document.paragraphs))
        case .vtt:
            SubtitleFormat.webVTT.content(of: CueCutter.cues(of: document.paragraphs))
        case .json:
            TranscriptionResult(document).json
        }
    }
}
