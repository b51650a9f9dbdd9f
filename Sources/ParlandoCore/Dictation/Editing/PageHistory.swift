/// The steps on a page of dictated text that can be undone and redone: edits, replacements, and the commands Clear and
/// New.
///
/// Dictation is not a step: if a step is undone, the words dictated after it stay on the page, below the restored text.
/// Undo therefore works during dictation too. The number of steps and their memory are limited; the oldest steps are
/// dropped.
public struct PageHistory: Sendable, Equatable {
    /// A state of the page that undo or redo restores.
    private struct Step: Equatable {
        var document: TranscriptDocument
        /// Number of sessions on the page right after the step. Sessions that began later stay on the page when the
        /// step is undone.
        var sessions: Int
        /// Memory that the step takes, in bytes, without memory shared with the next step.
        var cost = 0
    }

    /// Maximum number of steps that can be undone.
    private static let mostSteps = 1_000
    /// Approximate maximum memory of all steps that can be undone, in bytes.
    private static let mostBytes = 32_000_000

    private var done: [Step] = []
    private var undone: [Step] = []
    /// The typing that makes up the newest step. Further typing is added to this step. If nil, further typing begins a
    /// new step.
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

    /// Records a step that has just changed the page from `before` to `after`. Does nothing if both are equal.
    public mutating func record(from before: TranscriptDocument, to after: TranscriptDocument) {
        guard before != after else {
            return
        }
        typing = nil
        add(before, sessions: after.sessions.count)
    }

    /// Records an edit by hand. Uninterrupted typing up to the end of a word is one step.
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

    /// Makes further typing begin a new step, because the user has turned to something else.
    public mutating func endTyping() {
        typing = nil
    }

    /// Undoes the last step. Does nothing if there is no step to undo.
    public mutating func undo(_ page: inout TranscriptDocument) {
        Self.step(&page, from: &done, to: &undone)
        typing = nil
    }

    /// Redoes the step that was undone last. Does nothing if there is no step to redo.
    public mutating func redo(_ page: inout TranscriptDocument) {
        Self.step(&page, from: &undone, to: &done)
        typing = nil
    }

    private static func step(_ page: inout TranscriptDocument, from source: inout [Step], to target: inout [Step]) {
        guard var step = source.popLast() else {
            return
        }
        let later = page.removeSessions(from: step.sessions)
        push(Step(document: page, sessions: step.document.sessions.count), to: &target)
        step.document.add(later)
        page = step.document
    }

    private mutating func add(_ document: TranscriptDocument, sessions: Int) {
        undone = []
        Self.push(Step(document: document, sessions: sessions, cost: document.bytes(beside: nil)), to: &done)
        var bytes = done.reduce(0) { $0 + $1.cost + MemoryLayout<Step>.stride }
        // The newest step is kept however large it is.
        while done.count > 1, done.count > Self.mostSteps || bytes > Self.mostBytes {
            bytes -= done.removeFirst().cost + MemoryLayout<Step>.stride
        }
    }

    /// Adds a step. Memory that the step shares with the previous step is counted for the new step only. It therefore
    /// still counts after the previous step has been dropped.
    private static func push(_ step: Step, to steps: inout [Step]) {
        if let last = steps.indices.last {
            steps[last].cost = steps[last].document.bytes(beside: step.document)
        }
        steps.append(step)
    }
}
