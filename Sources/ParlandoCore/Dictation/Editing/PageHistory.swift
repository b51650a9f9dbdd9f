/// The steps on a page of dictated text that can be undone and redone: edits, replacements, Clear and New.
///
/// Dictated words are not a step: what was said after a step stays on the page when that step is undone, below the text
/// that comes back. Undo therefore works during dictation too. The memory is limited: the oldest steps are forgotten.
public struct PageHistory: Sendable, Equatable {
    /// A state of the page to return to.
    private struct Step: Equatable {
        var document: TranscriptDocument
        /// Number of sessions on the page right after the step. Later ones began afterwards and stay on the page.
        var sessions: Int
        var cost: Int
    }

    /// Maximum number of steps.
    private static let mostSteps = 1_000
    /// Maximum memory of all steps, in bytes, approximately.
    private static let mostBytes = 32_000_000
    /// Memory of one word with its times, in bytes, approximately.
    private static let wordBytes = 100

    private var done: [Step] = []
    private var undone: [Step] = []
    /// The typing that the newest step consists of, to which further typing is added; nil if a new step begins.
    private var typing: TypingRun?

    public init() {}

    /// Whether there is a step to undo.
    public var canUndo: Bool {
        !done.isEmpty
    }

    /// Whether there is a step to redo.
    public var canRedo: Bool {
        !undone.isEmpty
    }

    /// Records a step that has just changed the page from `before` to `after`. A change from equal to equal is none.
    public mutating func record(from before: TranscriptDocument, to after: TranscriptDocument) {
        guard before != after else {
            return
        }
        typing = nil
        add(before, sessions: after.sessions.count)
    }

    /// Records an edit by hand. Typing without a break, up to the end of a word, is one step.
    public mutating func recordEdit(from before: TranscriptDocument, to after: TranscriptDocument) {
        let run = TypingRun(from: before.text, to: after.text)
        guard let run else {
            return
        }
        if let typing, let longer = typing.continued(by: run), undone.isEmpty, !done.isEmpty {
            self.typing = longer
        } else {
            add(before, sessions: after.sessions.count)
            typing = run
        }
    }

    /// Ends the step that consists of typing, because the user turned to something else.
    public mutating func endTyping() {
        typing = nil
    }

    /// Takes the last step back. Does nothing if there is none.
    public mutating func undo(_ page: inout TranscriptDocument) {
        Self.step(&page, from: &done, to: &undone)
        typing = nil
    }

    /// Does the step again that was undone last. Does nothing if there is none.
    public mutating func redo(_ page: inout TranscriptDocument) {
        Self.step(&page, from: &undone, to: &done)
        typing = nil
    }

    private static func step(_ page: inout TranscriptDocument, from source: inout [Step], to target: inout [Step]) {
        guard var step = source.popLast() else {
            return
        }
        let later = page.removeSessions(from: step.sessions)
        target.append(Step(document: page, sessions: step.document.sessions.count, cost: cost(of: page)))
        step.document.add(later)
        page = step.document
    }

    private mutating func add(_ document: TranscriptDocument, sessions: Int) {
        undone = []
        done.append(Step(document: document, sessions: sessions, cost: Self.cost(of: document, beside: done.last)))
        // The newest step is kept however large it is.
        while done.count > 1, done.count > Self.mostSteps || done.reduce(0, { $0 + $1.cost }) > Self.mostBytes {
            done.removeFirst()
        }
    }

    /// Returns the memory that a state needs, in bytes. Sessions that it shares with its neighbour need none.
    private static func cost(of document: TranscriptDocument, beside neighbour: Step? = nil) -> Int {
        let shared = neighbour?.document.sessions.count == document.sessions.count
        let words = shared ? 0 : document.sessions.reduce(0) { $0 + $1.transcript.wordCount }
        return (document.editedText?.utf8.count ?? 0) + words * wordBytes
    }
}
