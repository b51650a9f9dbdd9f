/// The forms a transcript is saved in.
public enum ExportFormat: String, Sendable, CaseIterable {
    case txt
    /// SubRip subtitles.
    case srt
    /// WebVTT subtitles.
    case vtt
    /// `TranscriptionResult` as JSON.
    case json

    /// The form that a file's ending asks for, or nil for an ending of another kind.
    public init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else {
            return nil
        }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }

    /// The content of the file. TXT is the text as it was edited; the others carry times, words changed by hand included.
    public func content(of document: TranscriptDocument) -> String {
        switch self {
        case .txt:
            document.text.isEmpty ? "" : document.text + "\n"
        case .srt:
            SubtitleFormat.subRip.content(of: CueCutter().cues(of: document.paragraphs))
        case .vtt:
            SubtitleFormat.webVTT.content(of: CueCutter().cues(of: document.paragraphs))
        case .json:
            TranscriptionResult(document).json
        }
    }
}
