import ParlandoCore

public struct FindViewState: Sendable, Equatable {
    /// Such as "2 of 7". Also announced to screen readers; may be empty.
    public var status = ""
    /// Not found, or too long to be searched for.
    public var isMissing = false
    /// In Unicode scalars of the text without timestamps, in order.
    public var matches: [Range<Int>] = []
    /// Index of the match that the user has come to; nil if there is none.
    public var current: Int?
    public var canReplace = false
    public var isCaseSensitive = false

    public init() {}

    public var place: Range<Int>? {
        current.map { matches[$0] }
    }
}

/// An action of the user in a find bar.
public enum FindCommand: Sendable, Equatable {
    /// The search begins at a place, in Unicode scalars of the text.
    case open(at: Int)
    case close
    case find(String)
    case next(String)
    case previous(String)
    case matchCase(Bool)
    /// Writes this in place of the current match.
    case replace(String)
    case replaceAll(String)
}

/// The search in a text, which begins again whenever the text changes.
struct TextFind: Equatable {
    private(set) var isOpen = false
    private var words = ""
    private var text = ""
    private var matches: [Range<Int>] = []
    private var current: Int?
    /// Where the search begins, in Unicode scalars.
    private var place = 0
    /// How many matches were replaced at once; nil after anything else.
    private var replacements: Int?
    /// The text with those replacements.
    private var written = ""

    func state(canReplace: Bool) -> FindViewState? {
        guard isOpen else {
            return nil
        }
        var state = FindViewState()
        (state.matches, state.current) = (matches, current)
        state.isMissing = !words.isEmpty && matches.isEmpty && replacements == nil
        state.canReplace = canReplace && current != nil
        if let replacements {
            state.status = tr("{count} replaced", ["count": "\(replacements)"])
        } else if let current {
            state.status = tr("{done} of {total}", ["done": "\(current + 1)", "total": "\(matches.count)"])
        } else if state.isMissing {
            state.status = tr("Not found")
        }
        return state
    }

    mutating func follow(_ text: String) {
        if isOpen, text != self.text {
            replacements = text == written ? replacements : nil
            self.text = text
            look()
        }
    }

    /// All but replacing, which the page does.
    mutating func obey(_ command: FindCommand, in text: String) {
        self.text = text
        replacements = nil
        switch command {
        case .open(let place):
            (isOpen, self.place) = (true, place)
            look()
        case .close: (isOpen, matches, current) = (false, [], nil)
        case .find(let words): find(words)
        case .next(let words): step(1, words)
        case .previous(let words): step(-1, words)
        case .matchCase, .replace, .replaceAll: break
        }
    }

    /// Returns the text with the words in place of the current match, or of all; nil if there is none.
    mutating func replaced(with words: String, isAll: Bool) -> String? {
        guard let current else {
            return nil
        }
        let scalars = Array(text.unicodeScalars)
        var result: [Unicode.Scalar] = []
        var done = 0
        for match in isAll ? matches : [matches[current]] {
            result += scalars[done..<match.lowerBound]
            result += words.unicodeScalars
            (done, place) = (match.upperBound, result.count)
        }
        result += scalars[done...]
        replacements = isAll ? matches.count : nil
        written = String(String.UnicodeScalarView(result))
        return written
    }

    private mutating func find(_ words: String) {
        self.words = words
        look()
    }

    /// From the last match to the first one, and back.
    private mutating func step(_ count: Int, _ words: String) {
        guard words == self.words, let current else {
            return find(words)
        }
        let index = (current + count + matches.count) % matches.count
        (self.current, place) = (index, matches[index].lowerBound)
    }

    private mutating func look() {
        matches = FoldedText(text).places(of: words)
        current = matches.isEmpty ? nil : matches.firstIndex { $0.lowerBound >= place } ?? 0
    }
}
