/// What was dictated for the terminal and has not gone there yet.
///
/// Settled words wait here until they are sent; what was sent can be taken back as text when the connection it went
/// into turns out to be lost.
public struct TerminalDraft: Sendable, Equatable {
    /// What was left by earlier sessions, or edited by hand.
    private var kept = ""
    private var transcript = Transcript()
    /// How many of the session's settled words have been sent, and how the last of them was spelled then.
    private var sentWords = 0
    private var lastSent = ""
    /// What the session has sent, as text.
    private var sent = ""

    public init() {}

    /// What would be sent now: paragraphs are separated by line breaks.
    public var text: String {
        Self.join(kept, waiting.text)
    }

    /// The tail that may still change.
    public var tentative: String {
        let space = text.isEmpty || transcript.tentative.first?.isGlued ?? false ? "" : " "
        return transcript.tentative.isEmpty ? "" : space + transcript.tentative.text
    }

    /// Whether nothing waits and nothing is being said.
    public var isEmpty: Bool {
        text.isEmpty && transcript.tentative.isEmpty
    }

    /// A session begins; what waits goes on waiting.
    public mutating func begin() {
        kept = text
        forgetSession()
    }

    /// The session's transcript as it stands.
    public mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript
    }

    /// Text that was typed by hand takes the place of what waited.
    public mutating func edit(_ text: String) {
        markSent()
        kept = text
    }

    /// Takes out what waits, to be sent.
    ///
    /// - Parameter goesOn: whether it follows what was dictated before, with nothing typed in between: then it begins
    ///   with the space or the break that belongs there.
    public mutating func take(goesOn: Bool) -> String {
        let result = text
        let separator = kept.isEmpty ? waiting.separator : " "
        sent += (sent.isEmpty ? "" : separator) + result
        markSent()
        kept = ""
        return goesOn && !result.isEmpty ? separator + result : result
    }

    /// What this session has sent waits once more, before whatever waits already: nobody knows how much of it arrived.
    public mutating func takeBack() {
        kept = Self.join(sent, text)
        markSent()
        sent = ""
    }

    /// Throws away what waits, and the tail with it.
    public mutating func discard() {
        kept = ""
        transcript.apply(.partial([]))
        markSent()
        sent = ""
    }

    private mutating func forgetSession() {
        transcript = Transcript()
        sentWords = 0
        lastSent = ""
        sent = ""
    }

    private mutating func markSent() {
        sentWords = transcript.wordCount
        lastSent = transcript.paragraphs.last?.words.last?.text ?? ""
    }

    /// The session's settled text that has not been sent, and what stands between it and what was.
    private var waiting: (separator: String, text: String) {
        var skip = sentWords
        var separator: String?
        var result = ""
        for paragraph in transcript.paragraphs {
            guard skip <= paragraph.words.count else {
                skip -= paragraph.words.count
                continue
            }
            let mark = skip > 0 ? markAfterSending(paragraph.words[skip - 1]) : ""
            let words = paragraph.words.dropFirst(skip)
            let space = words.first?.isGlued ?? false ? "" : " "
            if !mark.isEmpty {
                separator = ""
                result = words.isEmpty ? mark : mark + space + words.text
            } else if !words.isEmpty {
                separator = separator ?? (skip > 0 || sentWords == 0 ? space : "\n")
                result += (result.isEmpty ? "" : "\n") + words.text
            }
            skip = 0
        }
        return (separator ?? " ", result)
    }

    /// What joined the last word after it was sent, such as the full stop.
    private func markAfterSending(_ word: Word) -> String {
        word.text.hasPrefix(lastSent) ? String(word.text.dropFirst(lastSent.count)) : ""
    }

    private static func join(_ first: String, _ second: String) -> String {
        guard !first.isEmpty, !second.isEmpty else {
            return first + second
        }
        return first.last?.isWhitespace == true ? first + second : first + " " + second
    }
}
