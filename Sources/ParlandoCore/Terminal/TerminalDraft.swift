/// Final words that have not been sent to the terminal yet. Sent words are kept too: if the connection turns out to be
/// lost, they can be put back.
public struct TerminalDraft: Sendable, Equatable {
    /// Unsent text of earlier sessions, or text that the user has edited.
    private var kept = ""
    private var transcript = Transcript()
    /// Number of the session's final words that were sent, edited or discarded. `lastSent` is the last of them, as it
    /// was then.
    private var sentWords = 0
    private var lastSent = ""
    private var sent = ""

    public init() {}

    /// The unsent final words. Line breaks separate paragraphs.
    public var text: String {
        Self.join(kept, waiting.text)
    }

    /// With a space before them if needed.
    public var interim: String {
        let space = text.isEmpty || transcript.interim.first?.isGlued ?? false ? "" : " "
        return transcript.interim.isEmpty ? "" : space + transcript.interim.text
    }

    public var isEmpty: Bool {
        text.isEmpty && transcript.interim.isEmpty
    }

    /// Unsent text of earlier sessions is kept.
    public mutating func begin() {
        kept = text
        forgetSession()
    }

    public mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript
        if transcript.wordCount < sentWords {
            // Sent words were taken back.
            markSent()
        }
    }

    public mutating func edit(_ text: String) {
        markSent()
        kept = text
    }

    /// Removes the unsent text and returns it.
    ///
    /// - Parameter goesOn: whether the text continues dictated text in the terminal. Then the result begins with a
    ///   space or line break as needed.
    public mutating func take(goesOn: Bool) -> String {
        let result = text
        let separator = kept.isEmpty ? waiting.separator : " "
        sent += (sent.isEmpty ? "" : separator) + result
        markSent()
        kept = ""
        return goesOn && !result.isEmpty ? separator + result : result
    }

    /// Puts the sent text back, because the connection is lost. How much of it has arrived is unknown.
    public mutating func takeBack() {
        kept = Self.join(sent, text)
        markSent()
        sent = ""
    }

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

    /// The session's unsent final words, and the separator before them.
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

    /// Punctuation that was added to a word after the word was sent.
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
