/// Decides what is written where while a dictation is delivered at the caret of other applications.
///
/// Text goes into one field: the one that has the focus at the start, or else the first one that gets it. While another
/// field has the focus, text waits. Nothing is written into a password field, or into the program's own window.
public struct CaretDelivery: Sendable, Equatable {
    /// Why text waits.
    public enum Hindrance: Sendable, Equatable {
        /// The input method is not in use yet.
        case starting
        /// No field has been chosen: the next one that gets the focus is.
        case choosing
        /// Another field, or none, has the focus.
        case elsewhere
        /// The focus is in a field for a password or PIN.
        case secret
        /// The input method service has gone away.
        case lost
        /// The user or the desktop has chosen another input method.
        case replaced
    }

    /// What happens to text now.
    public enum State: Sendable, Equatable {
        case writing
        case waiting(Hindrance)
        /// Nothing can be written in this session.
        case failed(CaretObstacle)
    }

    private enum Link: Equatable {
        case starting, ready, lost, replaced
        case failed(CaretObstacle)
    }

    /// A command with final text that was not answered yet.
    private struct Errand: Equatable {
        var number: Int
        var end: CaretWords.Position
        /// The last characters that had been written before.
        var tail: String
    }

    /// Whether a pause in speech becomes a line break in fields that allow several lines.
    public var breaksLines = false
    /// ISO 639-1 code of the spoken language; empty if it is not known.
    public var language = ""

    private var words = CaretWords()
    private var link = Link.starting
    /// The field that the focus is in now, or nil if it is in none.
    private var visit: CaretVisit?
    /// The field that text goes into, as it was last seen; nil if the next one is to be chosen.
    private var place: CaretVisit?
    private var isOwnWindowActive: Bool
    /// What stands before the caret; nil if it is not known.
    private var before: String?
    /// The last characters that were written into the place; empty if nothing was.
    private var tail = ""
    /// The interim words on the screen.
    private var shownWords: [Word] = []
    /// Those words as they were sent.
    private var shownText = ""
    private var errand: Errand?
    private var number = 0

    /// - Parameter isOwnWindowActive: whether a window of this program has the focus.
    public init(isOwnWindowActive: Bool) {
        self.isOwnWindowActive = isOwnWindowActive
    }

    /// What happens to text now.
    public var state: State {
        switch link {
        case .starting: .waiting(.starting)
        case .lost: .waiting(.lost)
        case .replaced: .waiting(.replaced)
        case .failed(let obstacle): .failed(obstacle)
        case .ready: isInPlace ? .writing : .waiting(hindrance)
        }
    }

    /// The final text that was not written, for another way of delivery.
    public var rest: String {
        var words = words
        if let errand {
            words.advance(to: errand.end)
        }
        return words.waiting.text.trimmed
    }

    /// Whether anything was written in this session.
    public private(set) var hasWritten = false

    /// Whether an answer of the input method decides what of the text is left.
    public var isBusy: Bool {
        errand != nil || link == .starting && !words.waiting.isEmpty
    }

    /// Treats the text of an earlier session, which this one continues, as written.
    public mutating func skip(_ transcript: Transcript) {
        words.skip(transcript)
    }

    /// Takes the transcript as it is now, and returns what is to be done.
    public mutating func hear(_ transcript: Transcript) -> [CaretCommand] {
        words.hear(transcript)
        return write()
    }

    /// Takes an event of the input method, and returns what is to be done.
    public mutating func apply(_ event: CaretEvent) -> [CaretCommand] {
        switch event {
        case .ready:
            link = .ready
        case .failed(let obstacle):
            link = .failed(obstacle)
            leave()
        case .entered(let visit):
            enter(visit)
        case .left(let path, let tookInterim):
            if let place, place.path.isEmpty, place.number == visit?.number {
                self.place?.path = path
            }
            leave(tookInterim: tookInterim)
        case .around(let surroundings, let number):
            see(surroundings, in: number)
        case .written(let number):
            if let errand, errand.number == number {
                words.advance(to: errand.end)
                self.errand = nil
            }
        case .refused(let number):
            if let errand, errand.number == number {
                tail = errand.tail
                self.errand = nil
                before = place?.surroundings?.before
            }
            shownWords = []
            shownText = ""
        case .lost:
            link = .lost
            leave()
        case .replaced:
            link = .replaced
            leave()
        }
        return write()
    }

    /// Lets the next field that gets the focus take the place of the present one. If another input method was chosen,
    /// takes over from it.
    public mutating func chooseAnother() -> [CaretCommand] {
        place = nil
        tail = ""
        adopt()
        guard link == .replaced else {
            return write()
        }
        link = .starting
        return [.takeOver]
    }

    /// Learns whether a window of this program has the focus.
    public mutating func setOwnWindow(isActive: Bool) -> [CaretCommand] {
        isOwnWindowActive = isActive
        if isActive {
            disown()
        }
        adopt()
        return write()
    }

    /// Treats a command that was not answered as carried out: text that may stand there already is not written twice.
    public mutating func giveUp() {
        if let errand {
            words.advance(to: errand.end)
            self.errand = nil
        }
        link = .starting
        leave()
    }

    // MARK: The field

    private mutating func enter(_ visit: CaretVisit) {
        self.visit = visit
        shownWords = []
        shownText = ""
        if isOwnWindowActive {
            disown()
        }
        adopt()
        if isInPlace {
            settle()
        }
    }

    /// Treats the field with the focus as one of this program's own if only the focus of its windows can tell. A visit
    /// that began under an active window of this program never turns into another one.
    private mutating func disown() {
        if let visit, visit.client.isEmpty || visit.isShared {
            self.visit?.isOwn = true
        }
    }

    private mutating func leave(tookInterim: Bool = false) {
        if tookInterim, let last = shownWords.last {
            words.take(until: last.end)
            tail = Self.end(of: tail + shownText)
            hasWritten = true
        }
        visit = nil
        shownWords = []
        shownText = ""
    }

    private mutating func see(_ surroundings: CaretSurroundings, in number: Int) {
        guard number == visit?.number else {
            return
        }
        let wasInPlace = isInPlace
        visit?.surroundings = surroundings
        if wasInPlace {
            place?.surroundings = surroundings
            before = surroundings.before
        } else if isInPlace {
            settle()
        }
    }

    /// Chooses the field with the focus if none is chosen.
    private mutating func adopt() {
        if place == nil, let visit, mayWrite(in: visit) {
            place = visit
            settle()
        }
    }

    /// Remembers what is now known of the place that text goes into.
    private mutating func settle() {
        let known = place
        place = visit
        if let known {
            place?.surroundings = visit?.surroundings ?? known.surroundings
            place?.path = visit?.path.isEmpty == false ? visit?.path ?? "" : known.path
        }
        before = visit?.surroundings?.before ?? (tail.isEmpty ? nil : tail)
    }

    private func mayWrite(in visit: CaretVisit) -> Bool {
        !visit.isOwn && !(isOwnWindowActive && visit.client.isEmpty) && visit.purpose != .secret
    }

    private var isInPlace: Bool {
        guard let visit, let place, mayWrite(in: visit) else {
            return false
        }
        return place.number == visit.number || place.isSameField(as: visit)
    }

    private var hindrance: Hindrance {
        if visit?.purpose == .secret {
            return .secret
        }
        return place == nil ? .choosing : .elsewhere
    }

    // MARK: The text

    private mutating func write() -> [CaretCommand] {
        guard state == .writing, errand == nil, let visit else {
            return []
        }
        let final = fit(words.waiting, after: before, in: visit)
        let interim = words.interim
        let context = final.isEmpty ? before : Self.end(of: (before ?? "") + final)
        let text = fit(interim, after: context, in: visit, isContinuing: !final.isEmpty)
        guard !final.isEmpty || text != shownText else {
            return []
        }
        number += 1
        if !final.isEmpty {
            errand = Errand(number: number, end: words.end, tail: tail)
            before = context
            tail = Self.end(of: tail + final)
            hasWritten = true
        }
        shownWords = interim
        shownText = text
        return [.write(number, final: final, interim: text, visit: visit.number)]
    }

    /// Returns words as they are written behind this text.
    private func fit(
        _ words: [Word], after before: String?, in visit: CaretVisit, isContinuing: Bool = false
    ) -> String {
        guard let first = words.first else {
            return ""
        }
        let keepsBreaks = breaksLines && CaretText.allowsBreaks(in: visit)
        var text = CaretText.safe(words.text, keepsBreaks: keepsBreaks)
        // A pause before the first word in a field is no line of its own.
        if before?.last?.isWhitespace ?? true {
            text = text.trimmedAtStart
        }
        if !isContinuing, !isOurs(before), !first.isGlued {
            text = CaretSpacing.capitalised(text, after: before, language: language)
        }
        return CaretSpacing.spaced(text, after: before, isGlued: first.isGlued)
    }

    /// Returns whether this program has written what stands before the caret.
    private func isOurs(_ before: String?) -> Bool {
        guard let before else {
            return !tail.isEmpty
        }
        return !before.isEmpty && !tail.isEmpty && (tail.hasSuffix(before) || before.hasSuffix(tail))
    }

    private static func end(of text: String) -> String {
        String(text.suffix(CaretSurroundings.reach))
    }
}

extension CaretVisit {
    /// Returns whether another visit is in the same field. An input context that serves several fields, or whose name
    /// has changed because the service was restarted, is recognised by the text around the caret.
    func isSameField(as other: CaretVisit) -> Bool {
        if !path.isEmpty, path == other.path, !other.isShared {
            return true
        }
        guard let print = surroundings?.print, print != 0 else {
            return false
        }
        return print == other.surroundings?.print && (client.isEmpty || client == other.client)
    }
}

extension String {
    fileprivate var trimmed: String {
        let tail = trimmedAtStart
        return String(tail.dropLast(tail.reversed().prefix { $0.isWhitespace }.count))
    }

    fileprivate var trimmedAtStart: String {
        String(drop { $0.isWhitespace })
    }
}
