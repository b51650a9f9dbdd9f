public import ParlandoCore
import ParlandoServices

/// Texts about natural voices, which are neural networks on this computer.
enum NaturalVoiceWording {
    static func row(_ entry: ModelEntry) -> PreferencesViewState.ModelRow {
        var row = PreferencesViewState.ModelRow(
            id: entry.model.name, title: title(entry.model), subtitle: subtitle(entry))
        let places = ["name": row.title]
        row.cancelLabel =
            entry.isArriving ? tr("Cancel Import of {name}", places) : tr("Cancel Download of {name}", places)
        switch entry.state {
        case .absent, .failed:
            row.canDownload = !entry.model.isOwn
            row.canRemove = entry.diskUse > 0
        case .downloading(let transfer):
            row.fraction = transfer.total > 0 ? transfer.fraction : 0
            row.canCancel = true
        case .verifying(let fraction), .preparing(_, let fraction):
            row.fraction = fraction
            row.canCancel = entry.isArriving
        case .present, .ready:
            row.canListen = VoiceSample.text(in: entry.model.voice?.language ?? "") != nil
            row.canRemove = entry.diskUse > 0
        }
        return row
    }

    /// `Joe · English (US)`
    private static func title(_ model: SpeechModel) -> String {
        guard let voice = model.voice else {
            return model.name
        }
        let language = LanguageWording.name(of: voice.language)
        return voice.speaker + " · " + (voice.region.isEmpty ? language : "\(language) (\(voice.region))")
    }

    private static func subtitle(_ entry: ModelEntry) -> String {
        let licence = entry.model.voice?.licence ?? ""
        let terms = licence == "public domain" ? tr("public domain") : licence
        let gender = entry.model.voice?.gender.map(TranslatorPreferencesWording.title)
        let size = entry.isArriving ? nil : Quantities.bytes(entry.model.bytes)
        return [gender, size, terms.isEmpty ? nil : terms, stand(entry)]
            .compactMap { $0 }.joined(separator: " · ")
    }

    private static func stand(_ entry: ModelEntry) -> String {
        switch entry.state {
        case .absent where entry.diskUse > 0: tr("{amount} downloaded", ["amount": Quantities.bytes(entry.diskUse)])
        case .absent: trc("voice", "not downloaded")
        case .downloading(let transfer): Quantities.progress(transfer)
        case .verifying where entry.isArriving: trc("voice", "is being imported")
        case .verifying, .preparing: tr("verifying")
        case .present, .ready: entry.model.isOwn ? trc("voice", "imported") : trc("voice", "downloaded")
        case .failed(.store(let error)): problem(error, in: .download)
        case .failed(let failure): failure.message.text
        }
    }

    /// What was done when an error occurred.
    enum Action {
        case download
        case importing
        case removal
        case restoring
    }

    static func problem(_ error: ModelError, in action: Action) -> String {
        switch (error.kind, action) {
        case (.offline, _), (.failed, .download):
            tr("The voice could not be downloaded. Check your network connection.")
        case (.failed, .importing): tr("The voice could not be imported.")
        case (.failed, .removal): tr("The voice could not be removed.")
        case (.failed, .restoring): tr("The voice could not be restored.")
        case (.badAnswer, _): tr("The file from the server is not this voice.")
        case (.wrongChecksum, .importing): tr("The file changed while it was imported. Try again.")
        case (.wrongChecksum, _): tr("The voice was damaged in all three downloads.")
        case (.diskFull, .importing): tr("The disk is full. Free up space, then try again.")
        case (.metered, _): ModelError.meteredNotice + " " + tr("Press Download again to download anyway.")
        case (.notWritable, _): tr("You do not have permission to write to the folder of voices.")
        case (.notPresent, _): tr("The file is not there any more.")
        default: error.message.text
        }
    }

    static func removed(_ model: SpeechModel) -> String {
        tr("{voice} removed", ["voice": title(model)])
    }

    static func imported(_ name: String) -> String {
        tr("The voice {name} was imported", ["name": name])
    }

    static func note(_ list: VoiceList) -> String {
        list.isInstalled
            ? tr("They sound like a person and work offline. Without one, the plain voice speaks.")
            : SynthesisError(.naturalVoicesMissing).message.text
    }

    static func language(_ name: String, hasNatural: Bool) -> String {
        hasNatural
            ? tr("{language} · natural", ["language": name]) : tr("{language} · plain", ["language": name])
    }

    /// Returns why the preferred gender has no effect; empty if it has.
    ///
    /// - Parameter voice: the only natural voice for the language; nil if there are several or none.
    static func genderNote(isVoiceChosen: Bool, only voice: Voice?) -> String {
        if isVoiceChosen {
            return tr("The voice that you chose for this language decides")
        }
        return voice.map { tr("{voice} is the only natural voice for this language", ["voice": $0.name]) } ?? ""
    }
}

extension ModelEntry {
    /// Whether it stands for a voice that is being imported, of which nothing is known yet.
    fileprivate var isArriving: Bool {
        model.isOwn && model.voice == nil
    }
}

extension SynthesisError {
    /// The translation can still be read.
    public var message: Message {
        switch kind {
        case .keyMissing:
            Message(tr("The voice service needs a key. Enter one, or use this computer's voice."), .enterKey)
        case .keyRefused: Message(tr("The voice service rejected this key. Enter it again."), .enterKey)
        case .forbidden:
            Message(
                tr("This key does not permit speech. Change that where you got the key, or enter another."), .enterKey)
        case .keyRestricted(let restriction): restriction.message
        case .authorities(let fault): fault.message
        case .notAgreed:
            Message(tr("Nothing was sent to the voice service. Allow sending text to it first."), .chooseVoice)
        case .keyring(let kind): kind.message(otherwise: .chooseVoice)
        case .modelGone:
            Message(tr("The voice service no longer offers this voice model. Choose another."), .chooseVoice)
        case .voiceGone: Message(tr("The selected voice is no longer available. Choose another."), .chooseVoice)
        case .languageRefused:
            Message(tr("This service has no voice for this language. Choose another voice service."), .chooseVoice)
        case .scriptRefused: Message(tr("This voice cannot read this script. Choose another."), .chooseVoice)
        case .notInstalled:
            Message(
                tr("This computer's voice, espeak-ng, is not installed. Install it, or choose another voice."),
                .chooseVoice)
        case .naturalVoicesMissing:
            Message(
                tr("Natural voices cannot be used: the library sherpa-onnx is not installed with Parlando."),
                .chooseVoice)
        case .voiceDamaged:
            Message(tr("The natural voice is damaged. Download it again, or choose another."), .chooseVoice)
        case .ownVoiceDamaged:
            Message(tr("Your own natural voice is damaged. Import it again, or choose another."), .chooseVoice)
        case .voiceBroken: Message(tr("The natural voice cannot read this aloud. Choose another."), .chooseVoice)
        case .voiceUnloadable:
            Message(
                tr("The natural voice could not be loaded. Close other programs to free memory, or choose another."),
                .chooseVoice)
        case .rateLimited where (retryAfter ?? .zero) > RateLimit.period:
            Message(
                tr(
                    "The voice service will not accept requests for {time}. Choose another voice until then.",
                    ["time": Quantities.duration(retryAfter ?? .zero)]), .chooseVoice)
        case .rateLimited: Message(tr("Too many requests to the voice service. Try again in a minute."), .tryAgain)
        case .quotaExhausted: Message(tr("Daily voice limit reached for this key. Choose another voice."), .chooseVoice)
        case .serverFailed: Message(tr("The voice service has a problem. Try again later."), .tryAgain)
        case .badSound: Message(tr("The voice service sent audio that cannot be read."), .tryAgain)
        case .badAnswer: Message(tr("The voice service sent an unexpected response."), .tryAgain)
        case .offline: Message(tr("The voice service cannot be reached. Check your network connection."), .tryAgain)
        case .interrupted: Message(tr("The connection was lost while receiving speech. Try again."), .tryAgain)
        case .timedOut: Message(tr("The voice service is taking too long to respond."), .tryAgain)
        case .untrusted:
            Message(
                tr(
                    "The voice service's identity could not be verified, so nothing was sent. A proxy may be the cause."
                ),
                .openTranslation)
        case .blocked: Message(tr("The voice service refused to read this text."), .chooseVoice)
        case .tooLong: Message(tr("The text is too long to read aloud at once. Translate it in parts."))
        case .nothingToSay: Message(tr("There is nothing to read aloud."))
        case .failed: Message(tr("The translation could not be read aloud."), .tryAgain)
        }
    }
}

extension PageAction {
    static var chooseVoice: Self { Self(tr("Choose a Voice"), .openPreferences) }
    static var enterKey: Self { Self(tr("Enter API Key"), .openPreferences) }
    static var openTranslation: Self { Self(tr("Open Preferences"), .openPreferences) }
}
