/// Carries out “scratch that” on the growing transcript of a session.
///
/// The words are a command only if they begin a sentence and nothing follows them up to the next pause. Until that is
/// known they are held back, so they never become final. A command takes back the text before it since the last pause,
/// or if there is none, the paragraph before.
public struct TakeBack: Sendable {
    private let commands: Set<[String]>
    /// The paragraphs up to the latest command, without commands.
    private var heard: [Paragraph] = []
    /// What is left of them.
    private var kept: [Paragraph] = []
    private var read = 0
    /// Paragraphs that a pause has ended.
    private var ended: Int

    /// - Parameters:
    ///   - commands: rules whose spoken words are commands.
    ///   - former: text from before the session was interrupted.
    public init(_ commands: [ReplacementRule] = [], after former: Transcript = Transcript()) {
        self.commands = Set(commands.map(\.keys))
        ended = former.paragraphs.count
    }

    public var isEmpty: Bool {
        commands.isEmpty
    }

    /// Call when a pause or the end of the session has ended a paragraph. If it ended with a command, returns whether
    /// the session had no text before, so that the session above it is meant.
    public mutating func endParagraph(of transcript: Transcript) -> Bool? {
        let words = transcript.paragraphs.count > ended ? transcript.paragraphs.last?.words ?? [] : []
        ended = transcript.paragraphs.count
        let command = length(of: words, where: commands.contains)
        guard command > 0 else {
            return nil
        }
        kept += transcript.paragraphs[read..<(ended - 1)]
        heard += transcript.paragraphs[read..<(ended - 1)]
        read = ended
        guard command == words.count else {
            heard.append(Paragraph(words: words.dropLast(command)))
            return false
        }
        return kept.popLast() == nil
    }

    /// Returns the transcript with nothing taken back, but without the commands.
    public func whole(_ transcript: Transcript) -> Transcript {
        Transcript(paragraphs: heard + transcript.paragraphs[read...])
    }

    /// Returns what is left. Between two commands its final words only grow.
    public func apply(to transcript: Transcript) -> Transcript {
        let words = transcript.paragraphs.count > ended ? transcript.paragraphs.last?.words ?? [] : []
        let tail = words + transcript.interim
        let command = length(of: tail, where: commands.contains)
        let begun = length(of: words) { keys in commands.contains { $0.starts(with: keys) } }
        let held = command > transcript.interim.count ? command - transcript.interim.count : begun
        guard read > 0 || command > 0 || held > 0 else {
            return transcript
        }
        var paragraphs = kept + transcript.paragraphs[read...]
        if held > 0, paragraphs.popLast() != nil, held < words.count {
            paragraphs.append(Paragraph(words: words.dropLast(held)))
        }
        return Transcript(
            paragraphs: paragraphs, interim: Array(tail.dropFirst(words.count - held).dropLast(command)),
            isParagraphOpen: transcript.isParagraphOpen && held < words.count)
    }

    /// Returns the largest number of words at the end that begin a sentence and whose keys meet a condition.
    private func length(of words: [Word], where condition: ([String]) -> Bool) -> Int {
        let longest = min(commands.map(\.count).max() ?? 0, words.count)
        return stride(from: longest, to: 0, by: -1).first { count in
            let start = words.count - count
            let keys = words[start...].flatMap { WordPart.parts(of: $0.text).map(\.linked) }
            return !keys.isEmpty && (start == 0 || words[start - 1].endsSentence) && condition(keys)
        } ?? 0
    }
}
