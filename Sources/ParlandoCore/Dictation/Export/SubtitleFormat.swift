/// A subtitle file format. SubRip has no standard; files are written as is common practice. WebVTT is a standard of the
/// W3C: https://www.w3.org/TR/webvtt1/.
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

    /// Escapes text that a player would parse as markup or as the timing line of another cue.
    private func escaped(_ line: String) -> String {
        switch self {
        case .subRip:
            line.replacing("-->", with: "→")
        case .webVTT:
            line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
    }
}
