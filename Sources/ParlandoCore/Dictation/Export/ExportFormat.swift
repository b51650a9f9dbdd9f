/// A file format for exported transcripts.
public enum ExportFormat: String, Sendable, CaseIterable {
    case txt
    /// SubRip subtitles.
    case srt
    /// WebVTT subtitles.
    case vtt
    /// `TranscriptionResult` as JSON.
    case json

    /// The format for a path's file extension; nil for an unknown extension.
    public init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else {
            return nil
        }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }

    /// Returns the content of the file. TXT contains the edited text; the other formats contain times, also for edited
    /// words.
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
