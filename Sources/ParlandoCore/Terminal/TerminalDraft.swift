/// Dictated text that has not been sent to the terminal yet.
///
/// Final words, which will no longer change, are kept here until they are sent. If the connection turns out to be lost,
/// the text that was sent into it can be taken back.
public struct TerminalDraft: Sendable, Equatable {
    /// Unsent text of earlier sessions, or text edited by hand.
    private var kept = ""
    private var transcript = Transcript()
    /// Number of the session's final words that have been sent, or replaced or discarded by the user. `lastSent` is the
    /// last of these words, as it was at that time.
    private var sentWords = 0
    private var lastSent = ""
    /// Text that the session has sent.
    private var sent = ""

    public init() {}

    /// The text that would be sent now, with paragraphs separated by line breaks.
    public var text: String {
        Self.join(kept, waiting.text)
    }

    /// The interim words, which may still change.
    public var interim: String {
        let space = text.isEmpty || transcript.interim.first?.isGlued ?? false ? "" : " "
        return transcript.interim.isEmpty ? "" : space + transcript.interim.text
    }

    /// Whether there is neither unsent text nor an interim result.
    public var isEmpty: Bool {
        text.isEmpty && transcript.interim.isEmpty
    }

    /// Begins a session. Unsent text is kept.
    public mutating func begin() {
        kept = text
        forgetSession()
    }

    /// Sets the current transcript of the session.
    public mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript
    }

    /// Replaces the unsent text with text typed by hand.
    public mutating func edit(_ text: String) {
        markSent()
        kept = text
    }

    /// Removes and returns the unsent text, to be sent.
    ///
    /// - Parameter goesOn: whether the text continues the text dictated before, with nothing typed in between. If so,
    ///   the result begins with a space or line break as needed.
    public mutating func take(goesOn: Bool) -> String {
        let result = text
        let separator = kept.isEmpty ? waiting.separator : " "
        sent += (sent.isEmpty ? "" : separator) + result
        markSent()
        kept = ""
        return goesOn && !result.isEmpty ? separator + result : result
    }

    /// Takes back the text that the session has sent and puts it before the unsent text. How much of it arrived is
    /// unknown.
    public mutating func takeBack() {
        kept = Self.join(sent, text)
        markSent()
        sent = ""
    }

    /// Discards the unsent text and the interim words.
    public mutating func discard() {
        kept = ""
        transcript.apply(.interim([]))
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

    /// The session's final words that have not been sent, and the separator between the sent text and these words.
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

    /// Returns punctuation that was attached to the last word after it was sent, such as a full stop. Empty if there is
    /// none.
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
