/// Decides what is inserted at the caret of other applications, and when.
///
/// Text goes into one field: the one with the focus at the start, or else the first one that gets it. While another
/// field has the focus, text waits. Nothing is written into a password field or this program's own window.
public struct CaretDelivery: Sendable, Equatable {
    private enum Link: Equatable {
        case starting, ready, lost, replaced
        case failed(CaretObstacle)
    }

    /// A command with final text that has no answer yet.
    private struct Errand: Equatable {
        var number: Int
        var visit: Int
        /// Before its first final word.
        var start: CaretWords.Position
        /// After its last final word.
        var end: CaretWords.Position
        /// What had been written before.
        var tail: String
        /// Empty if it deletes text.
        var text = ""
    }

    /// Interim text that was sent since the field got the focus.
    private struct Preview: Equatable {
        var number: Int
        /// In seconds since the session began.
        var end: Double
        /// The last characters if the application inserts the interim text itself.
        var tail: String
    }

    /// Words in a command, which is then far smaller than the buffer of a socket.
    private static let portion = 500
    /// Interim texts that are remembered.
    private static let previews = 100

    /// Whether a pause becomes a line break in fields with several lines.
    public var breaksLines = false
    /// Whether text that was taken back stays in the field. Reset by whoever tells the user.
    public var hasLeftText = false

    private var words = CaretWords()
    /// What was heard after text was taken back, while written text is not deleted yet. Words are only counted, so new
    /// ones would pass for those.
    private var later: Transcript?
    private var link = Link.starting
    /// The field with the focus.
    private var visit: CaretVisit?
    /// The chosen field in its last known state; nil if none is chosen yet.
    private var place: CaretVisit?
    private var isOwnWindowActive: Bool
    /// The last characters before the caret; nil if unknown.
    private var before: String?
    /// The last characters that were written; empty if nothing was.
    private var tail = ""
    private var shownText = ""
    /// Since the field got the focus. An application may insert one of them itself when the field loses it.
    private var previews: [Preview] = []
    /// Whether the user chooses the next field, even if its application cannot tell whether it is for a password.
    private var isAsked = false
    private var hasLostService = false
    private var wrote = false
    private var errand: Errand?
    /// All that wrote final text since the field got the focus.
    private var errands: [Errand] = []
    private var number = 0

    /// - Parameter isOwnWindowActive: whether a window of this program has the focus.
    public init(isOwnWindowActive: Bool) {
        self.isOwnWindowActive = isOwnWindowActive
    }

    public var state: State {
        switch link {
        case .starting: .waiting(.starting)
        case .lost: .waiting(.lost)
        case .replaced: .waiting(.replaced)
        case .failed(let obstacle): .failed(obstacle)
        case .ready: isInPlace ? .writing : .waiting(hindrance)
        }
    }

    /// The final text that was not written.
    public var rest: String {
        var last = self
        last.giveUp()
        _ = last.write()
        return last.words.waiting.text.trimmed
    }

    /// Whether any text was written, or may have been.
    public var hasWritten: Bool {
        wrote || errand != nil
    }

    /// Whether it is still unknown what has been written.
    public var isBusy: Bool {
        errand != nil || link == .starting && !rest.isEmpty
    }

    /// Treats the text of the session that this one continues as written.
    public mutating func skip(_ transcript: Transcript) {
        words.skip(transcript)
    }

    /// Deletes text that is not in the transcript any more. Returns the commands to send.
    public mutating func hear(_ transcript: Transcript) -> [CaretCommand] {
        var next = words
        next.hear(transcript)
        if words.isBeyond(errand?.end ?? words.position), !next.isBeyond(words.end) {
            later = transcript
        } else {
            (words, later) = (next, nil)
        }
        return write()
    }

    /// Returns the commands to send.
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
            // In the same visit text would be refused again.
            let goesOn = errand?.number == number && (errand?.text == "" || errand?.visit != visit?.number)
            takeBack(number)
            guard goesOn || words.isBeyond(words.position) else {
                return []
            }
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

    /// Takes back a command that could not be sent. Its text waits until the input method is started again.
    public mutating func takeBack(_ command: CaretCommand) {
        switch command {
        case .write(let number, _, _, _), .erase(let number, _, _): takeBack(number)
        case .takeOver: break
        }
        link = .starting
        leave()
    }

    private mutating func takeBack(_ number: Int) {
        if let errand, errand.number == number {
            tail = errand.tail
            self.errand = nil
            errands.removeAll { $0.number == number }
            if errand.text.isEmpty {
                // More may have been heard since.
                hasLeftText = true
                words.advance(to: errand.end)
            }
            before = place?.surroundings?.before ?? known
        }
        shownText = ""
    }

    /// Chooses the field with the focus, or else the next that gets it, even if its application cannot tell whether it
    /// is for a password. Takes the place of another input method. Returns the commands to send.
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

    /// Returns the commands to send.
    public mutating func setOwnWindow(isActive: Bool) -> [CaretCommand] {
        isOwnWindowActive = isActive
        if isActive {
            disown()
        }
        adopt()
        return write()
    }

    /// Prepares for a restart of the input method. A command without an answer counts as carried out, so that nothing
    /// is written twice.
    public mutating func giveUp() {
        if let errand {
            words.advance(to: errand.end)
            self.errand = nil
            wrote = true
        }
        link = .starting
        leave()
        // It numbers visits, and restarts of IBus, from the beginning.
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

    /// A field that may be this program's own counts as such until it loses the focus.
    private mutating func disown() {
        if let visit, visit.mayBeOwn {
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
        errands = []
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

    /// If none is chosen yet and text may be written into it.
    private mutating func adopt() {
        if place == nil, let visit, mayWrite(in: visit), isAsked || visit.isKnownToBeNoSecret {
            place = visit
            isAsked = false
            settle()
        }
    }

    /// Keeps what was known of the chosen field where it is unknown now.
    private mutating func settle() {
        let old = place
        place = visit
        if let old {
            place?.surroundings = visit?.surroundings ?? old.surroundings
            place?.path = visit?.path.isEmpty == false ? visit?.path ?? "" : old.path
        }
        before = visit?.surroundings?.before ?? known
    }

    /// Nil if nothing was written.
    private var known: String? {
        tail.isEmpty ? nil : tail
    }

    private func mayWrite(in visit: CaretVisit) -> Bool {
        !visit.isOwn && !(isOwnWindowActive && visit.mayBeOwn) && visit.purpose != .secret
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
        if errand == nil, words.isBeyond(words.position) {
            return erase()
        }
        if errand == nil, let later {
            return hear(later)
        }
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
            let (from, to) = (words.position, portion.end)
            errands.append(Errand(number: number, visit: visit.number, start: from, end: to, tail: tail, text: final))
            errand = errands.last
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

    /// Only if all that was taken back was written since the field got the focus, and nothing else with it.
    private mutating func erase() -> [CaretCommand] {
        guard let visit, state == .writing, let first = errands.lastIndex(where: { !words.isBeyond($0.start) }),
            words.isEnd(errands[first].start)
        else {
            leaveText()
            return write()
        }
        number += 1
        errand = Errand(number: number, visit: visit.number, start: words.end, end: words.end, tail: tail)
        let text = errands[first...].map(\.text).joined()
        tail = errands[first].tail
        errands.removeSubrange(first...)
        before = known
        shownText = ""
        return [.erase(number, text: text, visit: visit.number)]
    }

    private mutating func leaveText() {
        hasLeftText = true
        words.advance(to: words.end)
    }

    /// Returns the words with the space and the capital letter that the text before the caret requires.
    ///
    /// - Parameter isContinuing: whether they continue text of the same command.
    private func fit(
        _ words: [Word], after before: String?, in visit: CaretVisit, isContinuing: Bool = false
    ) -> String {
        guard let first = words.first else {
            return ""
        }
        // The text may come from a server or from a hostile recording, so it is treated like text for a terminal.
        var text = TerminalText.safe(words.text, lineBreaks: breaksLines && visit.allowsBreaks ? .kept : .spaces)
        // No line break at the beginning of a field, or after a space or line break.
        if before?.last?.isWhitespace ?? true {
            text = text.trimmedAtStart
        }
        if !isContinuing, !isOurs(before), !first.isGlued {
            text = CaretSpacing.capitalised(text, after: before)
        }
        return CaretSpacing.spaced(text, after: before, isGlued: first.isGlued)
    }

    /// Whether this program has written the text before the caret.
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

/// What may happen to dictated text.
extension CaretDelivery {
    public enum Hindrance: Sendable, Equatable {
        /// The program is not the desktop's input method yet.
        case starting
        /// The next field that gets the focus will be chosen.
        case choosing
        /// The application cannot tell whether its field is for a password.
        case unclear
        /// Another field has the focus, or none.
        case elsewhere
        /// For a password or PIN.
        case secret
        /// IBus is not running any more.
        case lost
        /// The desktop uses another input method.
        case replaced
    }

    public enum State: Sendable, Equatable {
        case writing
        case waiting(Hindrance)
        /// Nothing can be written in this session.
        case failed(CaretObstacle)
    }
}
