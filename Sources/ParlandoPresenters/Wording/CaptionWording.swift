public import ParlandoCore
import ParlandoServices

enum CaptionWording {
    static var firstUse: PageQuestion {
        PageQuestion(
            tr("Show Captions?"),
            tr("Others may have to agree to being recorded. If you caption a conversation, tell them first."),
            goOn: tr("Start"), isLoss: false)
    }

    static func leaving(isKept: Bool) -> PageQuestion {
        PageQuestion(
            tr("End Captions?"),
            isKept
                ? tr("The words so far are in the history. Finish waits for the last ones.")
                : tr("Their text is not kept in the history. Finish puts it on the Dictation page."),
            goOn: isKept ? tr("Quit") : tr("Discard"), isLoss: !isKept, save: tr("Finish"))
    }

    static func title(_ source: CaptionSource) -> String {
        switch source {
        case .computer: tr("Hearing the computer")
        case .microphone: tr("Hearing the microphone")
        case .both: tr("Hearing both")
        }
    }

    /// Beside the sign that is on every page.
    static func listening(_ source: CaptionSource) -> String {
        switch source {
        case .computer: tr("Captions hear what this computer plays.")
        case .microphone: MicrophoneWording.listening(.captions)
        case .both: tr("Captions hear the microphone and what this computer plays.")
        }
    }

    static var labels: [CaptionSide: String] { [.you: tr("You:"), .computer: tr("Computer:")] }

    static func text(_ translation: CaptionSentence.Translation) -> String {
        switch translation {
        case .none: ""
        case .waiting: "…"
        case .text(let text): text.revealed
        case .missing: tr("(not translated)")
        }
    }

    /// - Parameter phase: of the side. What its server has not answered is kept until it ends.
    static func message(_ failure: DictationFailure, of side: CaptionSide, in phase: DictationPhase? = nil) -> Message {
        if case .recognition(let error) = failure, case .server(let kind) = error.kind {
            let kept = tr("Up to ten minutes of sound are kept to be sent again.")
            let fate = phase == .finishing ? tr("What was not answered is lost.") : kept
            return Message(ServerError(kind).testMessage + " " + fate, kind.message.action)
        }
        guard case .audio(let error) = failure, side == .computer else {
            return failure.message
        }
        if error.kind == .lost {
            return Message(tr("Nothing plays sound at the moment. Captions go on when a loudspeaker is there."))
        }
        return Message(
            tr(
                "What this computer plays cannot be heard. That needs a loudspeaker, PulseAudio or PipeWire, and "
                    + "libasound2-plugins."),
            .tryAgain)
    }

    /// For the privacy page.
    static func note(_ preferences: Preferences) -> String {
        let open = tr("They hear only while their window is open, and say there what. Others may have to agree.")
        let server = preferences.servers.engine()?.server?.name
        let heard =
            server.map { open + " " + tr("Their sound is sent to {name}, which recognizes speech.", ["name": $0]) }
            ?? open
        let service = preferences.translator.service.descriptor
        guard !service.isLocal else {
            return heard + " " + tr("No text is sent for translation.")
        }
        // A command may ask for a translation.
        let name = ["service": TranslatorWording.name(of: service)]
        let sent =
            preferences.captions.target.isEmpty
            ? tr("Only if they are translated, their text is sent to {service}.", name)
            : tr("Text to translate is sent to {service}.", name)
        return heard + " " + sent
    }
}

extension PreferencesViewState.Option {
    public static var captionSources: [Self] {
        [
            .init(CaptionSource.computer.rawValue, tr("What This Computer Plays")),
            .init(CaptionSource.microphone.rawValue, tr("Microphone")),
            .init(CaptionSource.both.rawValue, tr("Both")),
        ]
    }

    public static var captionTargets: [Self] {
        [.init("", tr("No Translation"))] + SpeechLanguage.translated.map { .init($0.code, $0.nativeName) }
    }
}

extension CaptionChoice {
    /// Nil if there are such captions.
    public var problem: String? {
        if let source, CaptionSource(rawValue: source) == nil {
            return tr("There is no source {name}: give computer, microphone or both.", ["name": source])
        }
        let code = target(or: "")
        return code.isEmpty || SpeechLanguage.translated.contains { $0.code == code }
            ? nil : tr("Nothing is translated into {code}: give a code such as de, or none.", ["code": code])
    }
}
