import Foundation

/// The steps on a page that can be undone and redone: edits, replacements, Clear, New and dictations that have ended.
///
/// Words of a session that still runs stay below the restored text. So Undo works during dictation too. The number of
/// steps and their memory are limited; the oldest are dropped.
public struct PageHistory: Sendable, Equatable {
    private struct Step: Equatable {
        var document: TranscriptDocument
        /// Sessions right after the step. Later ones stay when it is undone.
        var sessions: Int
        /// In bytes, without memory shared with the next step.
        var cost = 0
        /// The session that the step added to the page.
        var dictation: UUID?
    }

    private static let mostSteps = 1_000
    /// For all steps, approximately.
    private static let mostBytes = 32_000_000

    private var done: [Step] = []
    private var undone: [Step] = []
    /// The newest step, if further typing continues it.
    private var typing: TypingRun?

    public init() {}

    /// Whether there is a step to undo.
    public var canUndo: Bool {
        !done.isEmpty
    }

    /// Whether Undo takes a dictation off the page.
    public var isDictationNext: Bool {
        done.last?.dictation != nil
    }

    /// Whether the user has done nothing but dictate.
    public var hasOnlyDictations: Bool {
        undone.isEmpty && done.allSatisfy { $0.dictation != nil }
    }

    /// Whether there is a step to redo.
    public var canRedo: Bool {
        !undone.isEmpty
    }

    /// Does nothing if both are equal.
    ///
    /// - Parameter keepsUndone: for a step that is not the user's. What can be redone stays, because it holds words.
    public mutating func record(
        from before: TranscriptDocument, to after: TranscriptDocument, keepsUndone: Bool = false
    ) {
        guard before != after else {
            return
        }
        typing = nil
        if !keepsUndone {
            undone = []
        }
        add(before, sessions: after.sessions.count)
    }

    /// Uninterrupted typing up to the end of a word is one step.
    public mutating func recordEdit(from before: TranscriptDocument, to after: TranscriptDocument) {
        let run = TypingRun(from: before.text, to: after.text)
        guard let run else {
            return
        }
        if let typing, let longer = typing.continued(by: run), undone.isEmpty, !done.isEmpty {
            self.typing = longer
        } else {
            undone = []
            add(before, sessions: after.sessions.count)
            typing = run
        }
    }

    /// Makes the last session a step, below the replacements in its words. What can be redone stays, because it holds
    /// words. Call when the session has ended.
    public mutating func recordDictation(on page: TranscriptDocument) {
        guard page.isLastSessionOpen, let id = page.sessions.last?.id, !done.contains(where: { $0.dictation == id })
        else {
            return
        }
        var before = page
        _ = before.removeSessions(from: page.sessions.count - 1)
        let place = done.firstIndex { $0.document.sessions.contains { $0.id == id } } ?? done.endIndex
        let cost = before.bytes(beside: done[place...].first?.document)
        Self.insert(
            Step(document: before, sessions: page.sessions.count, cost: cost, dictation: id), at: place, into: &done)
        limit()
        typing = nil
    }

    /// Takes the text of the last dictation above the session under way off the page, as a step, unless it is edited.
    public mutating func takeBack(on page: inout TranscriptDocument) {
        let underWay = page.removeSessions(from: page.sessions.count - 1)
        let before = page
        page.emptyLastSession()
        record(from: before, to: page)
        page.add(underWay)
    }

    /// Makes further typing a new step, because the user has turned to something else.
    public mutating func endTyping() {
        typing = nil
    }

    /// Does nothing if there is no step.
    public mutating func undo(_ page: inout TranscriptDocument) {
        Self.step(&page, from: &done, to: &undone)
        typing = nil
    }

    /// Does nothing if there is no step.
    public mutating func redo(_ page: inout TranscriptDocument) {
        Self.step(&page, from: &undone, to: &done)
        typing = nil
    }

    private static func step(_ page: inout TranscriptDocument, from source: inout [Step], to target: inout [Step]) {
        guard var step = source.popLast() else {
            return
        }
        let later = page.removeSessions(from: step.sessions)
        let back = Step(document: page, sessions: step.document.sessions.count, dictation: step.dictation)
        insert(back, at: target.endIndex, into: &target)
        step.document.add(later)
        page = step.document
    }

    private mutating func add(_ document: TranscriptDocument, sessions: Int) {
        let step = Step(document: document, sessions: sessions, cost: document.bytes(beside: nil))
        Self.insert(step, at: done.endIndex, into: &done)
        limit()
    }

    private mutating func limit() {
        var bytes = done.reduce(0) { $0 + $1.cost + MemoryLayout<Step>.stride }
        // The newest step is kept however large it is.
        while done.count > 1, done.count > Self.mostSteps || bytes > Self.mostBytes {
            bytes -= done.removeFirst().cost + MemoryLayout<Step>.stride
        }
    }

    /// Memory shared with the previous step is counted here, so it still counts when that one is dropped.
    private static func insert(_ step: Step, at place: Int, into steps: inout [Step]) {
        if place > 0 {
            steps[place - 1].cost = steps[place - 1].document.bytes(beside: step.document)
        }
        steps.insert(step, at: place)
    }
}

/// A change at one place, such as typed or deleted characters.
struct TypingRun: Equatable {
    /// In UTF-8 bytes. A larger change is not typing, but for example pasting.
    private static let longestStroke = 16

    /// In UTF-8 bytes.
    private let place: Int
    private let removed: Int
    private let inserted: Int
    private let beginsWithSpace: Bool
    private let endsWithSpace: Bool
    private let hasWord: Bool

    /// Nil if the texts are equal.
    init?(from old: String, to new: String) {
        guard old != new else {
            return nil
        }
        let (before, after) = (Array(old.utf8), Array(new.utf8))
        let start = zip(before, after).prefix { $0 == $1 }.count
        let room = min(before.count, after.count) - start
        let end = zip(before.reversed(), after.reversed()).prefix(room).prefix { $0 == $1 }.count
        place = start
        removed = before.count - start - end
        inserted = after.count - start - end
        let text = after[start..<(after.count - end)]
        beginsWithSpace = text.first.map(Self.isSpace) ?? false
        endsWithSpace = text.last.map(Self.isSpace) ?? false
        hasWord = !text.allSatisfy(Self.isSpace)
    }

    private init(
        place: Int, removed: Int, inserted: Int, beginsWithSpace: Bool = false, endsWithSpace: Bool = false,
        hasWord: Bool = false
    ) {
        self.place = place
        self.removed = removed
        self.inserted = inserted
        self.beginsWithSpace = beginsWithSpace
        self.endsWithSpace = endsWithSpace
        self.hasWord = hasWord
    }

    /// Returns both as one change; nil if `next` is elsewhere, of another kind, pasted, or begins a word.
    func continued(by next: TypingRun) -> TypingRun? {
        if removed == 0, next.removed == 0 {
            guard next.place == place + inserted, next.inserted <= Self.longestStroke,
                !endsWithSpace || !hasWord || next.beginsWithSpace
            else {
                return nil
            }
            return TypingRun(
                place: place, removed: 0, inserted: inserted + next.inserted, beginsWithSpace: beginsWithSpace,
                endsWithSpace: next.endsWithSpace, hasWord: hasWord || next.hasWord)
        }
        // Backspace removes before the place, Delete after it.
        guard inserted == 0, next.inserted == 0, next.removed <= Self.longestStroke,
            next.place + next.removed == place || next.place == place
        else {
            return nil
        }
        return TypingRun(place: next.place, removed: removed + next.removed, inserted: 0)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
    }
}

extension TranscriptDocument {
    /// Approximate memory in bytes, without paragraphs whose words are shared with another state of the page.
    fileprivate func bytes(beside other: TranscriptDocument?) -> Int {
        let known = Set((other?.sessions ?? []).flatMap(\.transcript.paragraphs).map(\.address))
        let own = sessions.flatMap(\.transcript.paragraphs).filter { !known.contains($0.address) }
        return own.reduce(editedText?.utf8.count ?? 0) { $0 + $1.bytes }
    }
}

extension Paragraph {
    /// Place of the words in memory. Copies share it until one of them is changed.
    fileprivate var address: UnsafeRawPointer? {
        words.withUnsafeBytes { $0.baseAddress }
    }

    fileprivate var bytes: Int {
        words.reduce(0) { sum, word in
            word.readings.reduce(sum + MemoryLayout<Word>.stride + word.text.utf8.count) {
                // With the header of a text on the heap.
                $0 + MemoryLayout<Reading>.stride + 32 + $1.text.utf8.count
            }
        }
    }
}
