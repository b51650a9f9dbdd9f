/// Dictated text that has not been sent to the terminal yet.
///
/// Final words, which will no longer change, are kept here until they are sent. Words already sent are kept too. If the
/// connection turns out to be lost, these can be put back into the draft.
public struct TerminalDraft: Sendable, Equatable {
    /// Unsent text of earlier dictation sessions, or text that the user has edited.
    private var kept = ""
    private var transcript = Transcript()
    /// Number of the session's final words that need not be sent any more, because they have been sent, or the user has
    /// edited or discarded them. `lastSent` is the last of these words, as it was at that time.
    private var sentWords = 0
    private var lastSent = ""
    /// Text of the current dictation session that has been sent to the terminal.
    private var sent = ""

    public init() {}

    /// The dictated text that has not been sent, without words that may still change. Line breaks separate paragraphs.
    public var text: String {
        Self.join(kept, waiting.text)
    }

    /// The latest dictated words, which may still change, with a space before them if needed.
    public var interim: String {
        let space = text.isEmpty || transcript.interim.first?.isGlued ?? false ? "" : " "
        return transcript.interim.isEmpty ? "" : space + transcript.interim.text
    }

    /// Whether the draft has neither final words nor words that may still change.
    public var isEmpty: Bool {
        text.isEmpty && transcript.interim.isEmpty
    }

    /// Begins a dictation session. Text of earlier sessions that has not been sent is kept.
    public mutating func begin() {
        kept = text
        forgetSession()
    }

    /// Sets the current transcript of the dictation session.
    public mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript
    }

    /// Replaces the dictated text that has not been sent with text that the user has edited.
    public mutating func edit(_ text: String) {
        markSent()
        kept = text
    }

    /// Removes the unsent text from the draft and returns it, to be sent to the terminal.
    ///
    /// - Parameter goesOn: whether the text continues dictated text in the terminal, with nothing typed in between. If
    ///   so, the result begins with a space or line break as needed.
    public mutating func take(goesOn: Bool) -> String {
        let result = text
        let separator = kept.isEmpty ? waiting.separator : " "
        sent += (sent.isEmpty ? "" : separator) + result
        markSent()
        kept = ""
        return goesOn && !result.isEmpty ? separator + result : result
    }

    /// Puts the text that the session has sent back into the draft, before the unsent text, because the connection is
    /// lost. How much of the text has arrived is unknown.
    public mutating func takeBack() {
        kept = Self.join(sent, text)
        markSent()
        sent = ""
    }

    /// Discards the unsent text, including words that may still change.
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

    /// The session's final words that have not been sent, and the separator between the text sent before and these
    /// words.
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

    /// Returns punctuation that was added to a word after the word was sent, such as a full stop; empty if there is
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
