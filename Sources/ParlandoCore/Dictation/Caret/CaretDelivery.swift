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
        /// The application that has the focus cannot tell whether its field is for a password.
        case unclear
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

    /// Interim text that was sent in this visit.
    private struct Preview: Equatable {
        /// Number of its command.
        var number: Int
        /// Time at which its last word ends, in seconds since the session began.
        var end: Double
        /// The last characters that are written if the application keeps it.
        var tail: String
    }

    /// Maximum number of words in a command, so that it fits in the buffer of a socket many times.
    private static let portion = 500
    /// Maximum number of interim texts that may be on their way.
    private static let previews = 100

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
    /// The interim text that was sent last.
    private var shownText = ""
    /// What the application may keep if it has obeyed no later command.
    private var previews: [Preview] = []
    /// Whether the user has asked for the next field, whatever is known of it.
    private var isAsked = false
    private var hasLostService = false
    private var wrote = false
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

    /// Whether anything was written in this session, or may have been.
    public var hasWritten: Bool {
        wrote || errand != nil
    }

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
        case .left(let path, let took):
            if let place, place.path.isEmpty, place.number == visit?.number {
                self.place?.path = path
            }
            leave(took: took)
        case .around(let surroundings, let number):
            see(surroundings, in: number)
        case .written(let number):
            if let errand, errand.number == number {
                words.advance(to: errand.end)
                self.errand = nil
                wrote = true
            }
            previews.removeAll { $0.number < number }
        case .refused(let number):
            if let errand, errand.number == number {
                tail = errand.tail
                self.errand = nil
                before = place?.surroundings?.before ?? known
            }
            shownText = ""
        case .lost:
            link = .lost
            hasLostService = true
            leave()
        case .replaced:
            link = .replaced
            leave()
        }
        return write()
    }

    /// Lets the next field that gets the focus take the place of the present one, even if its application cannot tell
    /// whether it is for a password. If another input method was chosen, takes over from it.
    public mutating func chooseAnother() -> [CaretCommand] {
        place = nil
        isAsked = true
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
            wrote = true
        }
        link = .starting
        leave()
        // The next input method counts visits, and restarts of the service, from the beginning.
        place?.number = 0
        if hasLostService {
            place?.path = ""
        }
    }

    // MARK: The field

    private mutating func enter(_ visit: CaretVisit) {
        self.visit = visit
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

    private mutating func leave(took number: Int? = nil) {
        if let preview = previews.first(where: { $0.number == number }) {
            words.take(until: preview.end)
            tail = preview.tail
            errand?.tail = preview.tail
            wrote = true
        }
        visit = nil
        previews = []
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
        adopt()
    }

    /// Chooses the field with the focus if none is chosen.
    private mutating func adopt() {
        if place == nil, let visit, mayWrite(in: visit), isAsked || visit.isKnownToBeNoSecret {
            place = visit
            isAsked = false
            settle()
        }
    }

    /// Remembers what is now known of the place that text goes into.
    private mutating func settle() {
        let old = place
        place = visit
        if let old {
            place?.surroundings = visit?.surroundings ?? old.surroundings
            place?.path = visit?.path.isEmpty == false ? visit?.path ?? "" : old.path
        }
        before = visit?.surroundings?.before ?? known
    }

    /// What was written last into the place; nil if nothing was.
    private var known: String? {
        tail.isEmpty ? nil : tail
    }

    private func mayWrite(in visit: CaretVisit) -> Bool {
        !visit.isOwn && !(isOwnWindowActive && visit.client.isEmpty) && visit.purpose != .secret
    }

    private var isInPlace: Bool {
        guard let visit, let place, mayWrite(in: visit) else {
            return false
        }
        if place.number == visit.number, !visit.isShared || place.purpose == visit.purpose {
            return true
        }
        return place.isSameField(as: visit)
    }

    private var hindrance: Hindrance {
        if visit?.purpose == .secret {
            return .secret
        }
        guard place == nil else {
            return .elsewhere
        }
        return visit.map { mayWrite(in: $0) && !$0.isKnownToBeNoSecret } == true ? .unclear : .choosing
    }

    // MARK: The text

    private mutating func write() -> [CaretCommand] {
        guard state == .writing, errand == nil, let visit else {
            return []
        }
        let portion = words.portion(of: Self.portion)
        let final = fit(portion.words, after: before, in: visit)
        let interim = portion.end == words.end ? words.interim : []
        let context = final.isEmpty ? before : Self.end(of: (before ?? "") + final)
        let text = fit(interim, after: context, in: visit, isContinuing: !final.isEmpty)
        guard !final.isEmpty || text != shownText else {
            return []
        }
        number += 1
        if !final.isEmpty {
            errand = Errand(number: number, end: portion.end, tail: tail)
            before = context
            tail = Self.end(of: tail + final)
        }
        if let last = interim.last {
            previews.append(Preview(number: number, end: last.end, tail: Self.end(of: tail + text)))
            previews = previews.suffix(Self.previews)
        }
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

extension String {
    fileprivate var trimmed: String {
        let tail = trimmedAtStart
        return String(tail.dropLast(tail.reversed().prefix { $0.isWhitespace }.count))
    }

    fileprivate var trimmedAtStart: String {
        String(drop { $0.isWhitespace })
    }
}
