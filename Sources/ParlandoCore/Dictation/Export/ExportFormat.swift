/// A file format for exported transcripts.
public enum ExportFormat: String, Sendable, CaseIterable {
    case txt
    /// SubRip subtitles.
    case srt
    /// WebVTT subtitles.
    case vtt
    /// `TranscriptionResult` as JSON.
    case json

    /// By the file extension; nil if it is unknown.
    public init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else {
            return nil
        }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }

    /// TXT has the text with the user's edits. The others also have the times.
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

/// SubRip has no standard. WebVTT: https://www.w3.org/TR/webvtt1/.
enum SubtitleFormat {
    case subRip
    case webVTT

    func content(of cues: [Cue]) -> String {
        var result = self == .webVTT ? "WEBVTT\n\n" : ""
        for (index, cue) in cues.enumerated() {
            if self == .subRip {
                result += "\(index + 1)\n"
            }
            result += "\(time(cue.start)) --> \(time(cue.end))\n"
            result += cue.lines.map(escaped).joined(separator: "\n")
            result += "\n\n"
        }
        return result
    }

    private func time(_ seconds: Double) -> String {
        Timecode.text(seconds, separator: self == .subRip ? "," : ".")
    }

    /// Escapes what a player would parse as markup or as a timing line.
    private func escaped(_ line: String) -> String {
        switch self {
        case .subRip:
            line.replacing("-->", with: "→")
        case .webVTT:
            line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
    }
}

/// Times of subtitle files: `hh:mm:ss` and milliseconds.
enum Timecode {
    /// Rounds once, to milliseconds, so that no field becomes 60 or 1000.
    static func text(_ seconds: Double, separator: Character) -> String {
        let total = milliseconds(seconds)
        let parts = [total / 3_600_000, total / 60_000 % 60, total / 1000 % 60].map { padded($0, 2) }
        return parts.joined(separator: ":") + "\(separator)" + padded(total % 1000, 3)
    }

    /// Negative, infinite and NaN values become 0; at most 10,000 hours.
    static func milliseconds(_ seconds: Double) -> Int {
        guard seconds.isFinite, seconds > 0 else {
            return 0
        }
        return Int((min(seconds, 36_000_000) * 1000).rounded())
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
