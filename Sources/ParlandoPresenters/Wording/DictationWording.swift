public import ParlandoCore
public import ParlandoServices

extension DictationFailure {
    public var message: Message {
        switch self {
        case .audio(let error): error.message
        case .recognition(let error): error.message
        case .file(let error): error.message
        }
    }
}

extension DictationFailure {
    /// Whether the page says it already: it reports a lost microphone by its phase `deviceLost`.
    func isTold(by phase: DictationPhase) -> Bool {
        if case .audio(let error) = self {
            return error.kind == .lost && phase == .deviceLost
        }
        return false
    }
}

/// Texts for pages with dictation, except for messages about failures.
enum DictationWording {
    static func stopped(afterSilence seconds: Int) -> String {
        trn("Stopped after {count} second without speech.", "Stopped after {count} seconds without speech.", seconds)
    }

    /// The banner of a program that does not own the data folder.
    static var sharedData: String {
        tr("Another Parlando already had this data open, so this one does not repair or clean up the history.")
    }

    static func interrupted(_ dictation: InterruptedDictation) -> PageBanner {
        let saved =
            switch (dictation.hasText, dictation.hasSound) {
            case (true, true): tr("Its text and recording are in the history.")
            case (false, true): tr("Its recording is in the history.")
            case (_, false): tr("Its text is in the history.")
            }
        let what =
            dictation.kind == .captions
            ? tr("Your last captions session was interrupted.") : tr("Your last dictation was interrupted.")
        return PageBanner(
            what + " " + saved, tone: .information,
            action: PageAction(tr("Open"), .openInterrupted))
    }

    // MARK: Closing

    /// The question before the program ends during a session.
    ///
    /// - Parameters:
    ///   - isKept: whether the history holds the session.
    ///   - above: whether it holds the text above the session; nil if there is none.
    static func stopping(isKept: Bool, above: Bool?) -> PageQuestion {
        let isWhole = isKept && above ?? true
        let loss =
            switch (isKept, isWhole) {
            case (true, true): tr("Finish keeps this dictation in the history. Discard deletes it.")
            case (true, false): tr("Discard deletes this dictation from the history.")
            case (false, _): tr("This dictation is not kept in the history and will be lost.")
            }
        let rest = above.map { isKept in
            isKept
                ? tr("The text above it stays in the history.")
                : tr("Text above it that is not in the history will be lost.")
        }
        return .init(
            tr("Stop Dictating?"), [loss, rest].compactMap { $0 }.joined(separator: " "), goOn: tr("Discard"),
            save: isWhole ? tr("Finish") : tr("Save…"))
    }

    static var notSent: PageQuestion {
        .init(
            tr("Recording Not Sent"), tr("It will be lost unless you send it again or save it."), goOn: tr("Discard"),
            save: tr("Save…"))
    }

    static func losingText(isPartlyKept: Bool) -> PageQuestion {
        .init(
            tr("Save Text?"),
            isPartlyKept
                ? tr("Only part of the text is in the history. The rest will be lost.")
                : tr("Unsaved text will be lost."),
            goOn: tr("Discard"), save: tr("Save…"))
    }
}

extension RecordingSaver {
    /// Saves a recording that no server accepted. `told` is for the user.
    func attempt(_ recording: SpeechRecording, to path: String) async -> (isSaved: Bool, told: String) {
        do throws(TextSaveError) {
            try await save(recording, to: path)
            return (true, tr("Recording saved"))
        } catch {
            return (false, tr("The recording could not be saved there. Choose another folder."))
        }
    }
}

extension RecognitionError {
    public var message: Message {
        switch kind {
        case .modelMissing: Message(tr("The speech model has not been downloaded yet."), .download)
        case .modelCorrupt:
            Message(
                model.map {
                    tr("Speech model {name} is damaged and was set aside. Download it again.", ["name": $0])
                } ?? tr("The speech model is damaged and was set aside. Download it again."),
                .downloadAgain)
        case .outOfMemory:
            Message(
                tr(
                    "There is not enough memory for this speech model. Close other applications, or choose a smaller model."
                ),
                .chooseModel)
        case .engineFailed: Message(tr("Speech recognition failed. The text so far is not lost."), .tryAgain)
        case .server(let kind):
            kind.message
        }
    }
}

extension RecognitionWarning {
    /// The message to the user; nil if an earlier problem no longer exists.
    public var message: Message? {
        switch self {
        case .notEnglish: Message(tr("This model understands only English."), .chooseModel)
        case .english, .sound:
            nil
        case .noSound: MicrophoneWording.noSound
        case .fallingBehind: Message(tr("This computer is falling behind. Nothing is lost; the text will catch up."))
        case .queueFull:
            Message(
                tr(
                    "Listening has stopped, because an hour of speech waits for the speech model, or the disk is full. Its text will follow."
                ))
        }
    }
}

/// Texts about doubtful words and their other readings.
enum ReadingWording {
    static func legend(canChoose: Bool) -> String {
        canChoose
            ? tr("A dotted line: the word may be wrong. Press it for alternatives.")
            : tr("A dotted line: the word may be wrong.")
    }

    static var notNow: String {
        tr("Alternatives can be chosen once dictation has stopped")
    }

    static var notDoubtful: String {
        tr("Only words with a dotted line have alternatives")
    }

    static func replaced(_ word: String, with reading: String) -> String {
        tr("“{word}” replaced with “{reading}”", ["word": word, "reading": reading])
    }

    static func readings(of asked: AskedWord) -> DictationViewState.Readings {
        let others = asked.word.readings.map(\.text)
        return DictationViewState.Readings(
            word: asked.word.bare, place: asked.place,
            title: tr("Alternatives to “{word}”", ["word": asked.word.bare]),
            note: others.isEmpty
                ? tr("No alternatives are known. Type what was said.")
                : tr("What else it may be, most likely first"),
            others: others, canPlay: asked.hasSound)
    }
}

extension DictationCommand {
    /// Help for the option of this command.
    public var help: String {
        switch self {
        case .start: tr("Start dictation; opens the window if needed")
        case .stop: tr("Stop dictation in the open window")
        case .toggle: tr("Start or stop dictation; opens the window if needed")
        case .pause: tr("Pause dictation in the open window")
        case .resume: tr("Resume dictation in the open window")
        }
    }
}

enum ShortcutWording {
    static let command = "parlando --toggle"

    /// Descriptions for the desktop's own dialog.
    static func titles(_ choices: [DictationChoice]) -> [GlobalShortcut: String] {
        var titles: [GlobalShortcut: String] = [
            .toggle: tr("Start or stop dictation"), .talk: tr("Dictate while held"),
            .captions: tr("Show or end captions"),
        ]
        for choice in choices {
            let place = ["choice": ChoiceWording.title(choice)]
            titles[.choice(choice)] = tr("Start or stop dictation: {choice}", place)
        }
        return titles
    }

    /// Returns the keys in the desktop's words. They come from outside, so they are cut to 60 characters, without
    /// invisible ones.
    ///
    /// - Parameter description: nil if the shortcut is not bound, empty if it has no keys.
    static func keys(_ description: String?) -> String {
        let longest = 60
        let visible = (description ?? "").unicodeScalars.filter { !InvisibleText.hides($0) }
        let text = String(String.UnicodeScalarView(visible)).prefix(longest)
        return text.allSatisfy(\.isWhitespace) ? tr("Not set") : String(text)
    }

    static func note(isOffered: Bool?, isLost: Bool) -> String {
        if isLost {
            return tr("The desktop turned off the shortcuts. They will work again when its shortcut service is back.")
        }
        return isOffered == false
            ? tr("Add a shortcut with this command in the keyboard settings of your desktop.") : ""
    }

    static func message(_ error: DesktopTypingError) -> String {
        switch error.kind {
        case .absent: tr("This desktop does not offer shortcuts to applications.")
        case .denied: tr("The shortcuts were not set up.")
        case .failed: tr("The desktop could not set up the shortcuts.")
        }
    }
}

/// Texts about writing at the caret of other applications.
enum CaretWording {
    /// Returns why nothing is written into another application; nil if it is.
    ///
    /// - Parameter hasWorked: whether text was written earlier in this session. If not, failing needs no banner,
    ///   because the text is delivered in another way.
    static func banner(_ state: CaretDelivery.State, hasWorked: Bool) -> PageBanner? {
        switch state {
        case .writing:
            return nil
        case .waiting(let hindrance):
            return banner(hindrance)
        case .failed:
            let text = tr(
                "Nothing can be written into other applications. Your words are here and will be copied.")
            return hasWorked ? PageBanner(text, tone: .warning) : nil
        }
    }

    private static func banner(_ hindrance: CaretDelivery.Hindrance) -> PageBanner? {
        let another = PageAction(tr("Use Another Field"), .chooseField)
        switch hindrance {
        case .starting:
            return nil
        case .choosing:
            return PageBanner(tr("Click the text field that your words should go into."), tone: .information)
        case .unclear:
            return PageBanner(
                tr("This application does not say which fields are for passwords. Your words wait.") + " "
                    + tr("To write into its field, press the button, then click the field."),
                tone: .information, action: another)
        case .elsewhere:
            return PageBanner(
                tr("Your words wait until the cursor is back in their text field."), tone: .information,
                action: another)
        case .secret:
            return PageBanner(
                tr("Nothing is written into a password or private field. Your words wait."), tone: .information,
                action: another)
        case .lost:
            return PageBanner(tr("IBus has stopped. Your words wait until it runs again."), tone: .warning)
        case .replaced:
            return PageBanner(
                tr("Another input method was chosen. Your words wait."), tone: .information,
                action: PageAction(tr("Go On"), .chooseField))
        }
    }

    static func copied(isInFront: Bool) -> String {
        isInFront ? tr("Text copied, because Parlando is the active window") : tr("Text copied")
    }

    static func restCopied(isWhole: Bool) -> String {
        isWhole
            ? tr("Text copied, because it was not written into another window")
            : tr("The words that waited were copied")
    }

    static var textLeft: String {
        tr("Parlando could not remove the text from the other window")
    }

    static func note(_ obstacle: CaretObstacle?) -> String {
        switch obstacle {
        case nil: tr("Words appear at the cursor while you speak")
        case .notInstalled: tr("IBus is not installed")
        case .notRunning: tr("IBus is installed but not running")
        case .silent: tr("IBus does not answer")
        case .refused: tr("IBus did not accept Parlando")
        case .incomplete: tr("A part of Parlando is missing: parlando-input")
        }
    }

    static var trial: String { tr("Parlando writes here.") }

    static func outcome(_ trial: CaretTrial, hasArrived: Bool) -> String {
        switch trial {
        case .written where hasArrived: DeliveryWording.works
        case .written, .noField:
            tr("This window does not use IBus. Others may: set GTK_IM_MODULE and QT_IM_MODULE to ibus.")
        case .movedAway: tr("The cursor left the field before the text was written. Try again.")
        case .busy: tr("Stop the dictation first")
        case .failed(let obstacle): note(obstacle)
        }
    }
}

extension Delivery {
    var title: String {
        switch self {
        case .page: tr("This Window Only")
        case .clipboard: tr("Also Copy to Clipboard")
        case .applications: tr("Other Applications")
        }
    }

    var chip: String? {
        switch self {
        case .page: nil
        case .clipboard: tr("to the clipboard")
        case .applications: tr("to other applications")
        }
    }
}

enum DeliveryWording {
    static var works: String { tr("It works") }
    static var pasteYourself: String { tr("The text was copied. Press Ctrl+V in the field.") }

    /// Returns a row for each way of inserting text, the best first.
    ///
    /// - Parameters:
    ///   - caret: the obstacle; nil if there is none, or none is known yet.
    ///   - isTypingOffered: whether the desktop lets programs press keys; nil if that is not known yet.
    static func ways(caret: CaretObstacle?, isTypingOffered: Bool?) -> [DeliveryState.Way] {
        let titles = [tr("Input Method (IBus)"), tr("Keyboard Portal"), tr("Clipboard")]
        guard let isTypingOffered else {
            return titles.map { .init(title: $0, note: "", isUsed: false) }
        }
        let portal = isTypingOffered ? tr("Text is pasted when you stop") : tr("This desktop does not offer it")
        let notes = [CaretWording.note(caret), portal, tr("Paste the text yourself after you stop")]
        let used = caret == nil ? 0 : isTypingOffered ? 1 : 2
        return notes.indices.map { .init(title: titles[$0], note: notes[$0], isUsed: $0 == used) }
    }
}
