/// Decides which dictated text is inserted at the caret of other applications, and when.
///
/// Text goes into one field: the one that has the focus at the start, or else the first one that gets it. While another
/// field has the focus, text waits. Nothing is written into a password field, or into the program's own window.
public struct CaretDelivery: Sendable, Equatable {
    /// Reason why dictated text is not written now, but waits.
    public enum Hindrance: Sendable, Equatable {
        /// The program is not the desktop's input method yet.
        case starting
        /// No field has been chosen yet. The next field that gets the focus will be.
        case choosing
        /// The application that has the focus cannot tell whether its field is for a password.
        case unclear
        /// A field other than the chosen one has the focus, or no field has.
        case elsewhere
        /// The field that has the focus is for a password or PIN.
        case secret
        /// The input method service is not running any more.
        case lost
        /// The user or the desktop has chosen another input method.
        case replaced
    }

    /// What happens to dictated text now.
    public enum State: Sendable, Equatable {
        case writing
        case waiting(Hindrance)
        /// No text can be written in this session, for this reason.
        case failed(CaretObstacle)
    }

    private enum Link: Equatable {
        case starting, ready, lost, replaced
        case failed(CaretObstacle)
    }

    /// A command with final text that the input method has not answered yet.
    private struct Errand: Equatable {
        var number: Int
        /// Position in the transcript after the last final word of the command.
        var end: CaretWords.Position
        /// The last characters that had been written into the field before this command was sent.
        var tail: String
    }

    /// Interim text that was sent since the field got the focus.
    private struct Preview: Equatable {
        /// Number of the command that showed the interim text.
        var number: Int
        /// End of the last word of the interim text, in seconds since the session began.
        var end: Double
        /// The last characters in the field if the application inserts the interim text itself.
        var tail: String
    }

    /// Maximum number of words in a command. A command is then far smaller than the buffer of a socket.
    private static let portion = 500
    /// Maximum number of sent interim texts that are remembered.
    private static let previews = 100

    /// Whether a pause in speech becomes a line break in fields that allow several lines.
    public var breaksLines = false
    /// ISO 639-1 code of the spoken language; empty if unknown.
    public var language = ""

    private var words = CaretWords()
    private var link = Link.starting
    /// The field that has the focus now; nil if no field has.
    private var visit: CaretVisit?
    /// The chosen field, which text is written into, in its last known state; nil if none is chosen yet.
    private var place: CaretVisit?
    private var isOwnWindowActive: Bool
    /// The last characters before the caret in the chosen field; nil if unknown.
    private var before: String?
    /// The last characters that were written into the chosen field; empty if nothing was written.
    private var tail = ""
    /// The interim text that was sent last and is still shown.
    private var shownText = ""
    /// The latest interim texts that were sent since the field got the focus. An application may insert one of them
    /// itself when the field loses the focus.
    private var previews: [Preview] = []
    /// Whether the user has asked to write into the next field that gets the focus. Text is then written there even if
    /// the application cannot tell whether the field is for a password.
    private var isAsked = false
    private var hasLostService = false
    private var wrote = false
    private var errand: Errand?
    private var number = 0

    /// Creates a delivery in which no field is chosen yet.
    ///
    /// - Parameter isOwnWindowActive: whether a window of this program has the focus.
    public init(isOwnWindowActive: Bool) {
        self.isOwnWindowActive = isOwnWindowActive
    }

    /// What happens to dictated text now: it is written, it waits, or it cannot be written.
    public var state: State {
        switch link {
        case .starting: .waiting(.starting)
        case .lost: .waiting(.lost)
        case .replaced: .waiting(.replaced)
        case .failed(let obstacle): .failed(obstacle)
        case .ready: isInPlace ? .writing : .waiting(hindrance)
        }
    }

    /// The final text that was not written at the caret, and that therefore has to be delivered in another way.
    public var rest: String {
        var words = words
        if let errand {
            words.advance(to: errand.end)
        }
        return words.waiting.text.trimmed
    }

    /// Whether any text was written in this session, or may have been.
    public var hasWritten: Bool {
        wrote || errand != nil
    }

    /// Whether an answer of the input method is still expected. Until it arrives, it is unknown which text has been
    /// written.
    public var isBusy: Bool {
        errand != nil || link == .starting && !words.waiting.isEmpty
    }

    /// Treats the text of an earlier session as written, because this session continues it.
    public mutating func skip(_ transcript: Transcript) {
        words.skip(transcript)
    }

    /// Updates the transcript of the session. Returns the commands to send to the input method.
    public mutating func hear(_ transcript: Transcript) -> [CaretCommand] {
        words.hear(transcript)
        return write()
    }

    /// Handles an event of the input method. Returns the commands to send to the input method.
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

    /// Chooses another field: the one that has the focus, or else the next one that gets it, even if its application
    /// cannot tell whether it is for a password. If another input method was chosen, takes its place again. Returns the
    /// commands to send.
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

    /// Records whether a window of this program has the focus. Returns the commands to send to the input method.
    public mutating func setOwnWindow(isActive: Bool) -> [CaretCommand] {
        isOwnWindowActive = isActive
        if isActive {
            disown()
        }
        adopt()
        return write()
    }

    /// Prepares for a restart of the input method. Treats a command that was not answered as carried out, because its
    /// text may have been inserted and must not be written twice.
    public mutating func giveUp() {
        if let errand {
            words.advance(to: errand.end)
            self.errand = nil
            wrote = true
        }
        link = .starting
        leave()
        // The restarted input method numbers visits, and restarts of the service, from the beginning.
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

    /// Treats the field with the focus as this program's own if the input method cannot tell which window the field
    /// belongs to. The field counts as the program's own until it loses the focus, even if another window becomes
    /// active.
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

    /// Chooses the field with the focus if none is chosen yet and text may be written into it.
    private mutating func adopt() {
        if place == nil, let visit, mayWrite(in: visit), isAsked || visit.isKnownToBeNoSecret {
            place = visit
            isAsked = false
            settle()
        }
    }

    /// Updates the state of the chosen field from the field with the focus. Keeps the earlier text around the caret,
    /// and the earlier name of the field, if they are unknown now.
    private mutating func settle() {
        let old = place
        place = visit
        if let old {
            place?.surroundings = visit?.surroundings ?? old.surroundings
            place?.path = visit?.path.isEmpty == false ? visit?.path ?? "" : old.path
        }
        before = visit?.surroundings?.before ?? known
    }

    /// The last characters that were written into the chosen field; nil if nothing was written.
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

    /// Returns the text of words as it is to be written at the caret, with a space and a capital letter where the text
    /// before the caret requires them.
    ///
    /// - Parameter isContinuing: whether the words continue text of the same command, so that no capital letter is
    ///   needed.
    private func fit(
        _ words: [Word], after before: String?, in visit: CaretVisit, isContinuing: Bool = false
    ) -> String {
        guard let first = words.first else {
            return ""
        }
        let keepsBreaks = breaksLines && CaretText.allowsBreaks(in: visit)
        var text = CaretText.safe(words.text, keepsBreaks: keepsBreaks)
        // A line break is not written at the beginning of a field, or after another space or line break.
        if before?.last?.isWhitespace ?? true {
            text = text.trimmedAtStart
        }
        if !isContinuing, !isOurs(before), !first.isGlued {
            text = CaretSpacing.capitalised(text, after: before, language: language)
        }
        return CaretSpacing.spaced(text, after: before, isGlued: first.isGlued)
    }

    /// Returns whether this program has written the text before the caret.
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
