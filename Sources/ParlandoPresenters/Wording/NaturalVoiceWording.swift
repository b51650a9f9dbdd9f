import ParlandoCore
import ParlandoServices

/// Texts about natural voices (neural networks that speak on this computer).
enum NaturalVoiceWording {
    /// Returns the row for a natural voice in the preferences.
    static func row(_ entry: ModelEntry) -> TranslatorPreferencesState.NaturalVoice {
        let name = entry.model.name
        var row = TranslatorPreferencesState.NaturalVoice(id: name, title: title(entry.model))
        row.subtitle = subtitle(entry)
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

    /// Returns the name of a voice with its language: `Joe · English (US)`.
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
        case .absent where entry.diskUse > 0:
            tr("{amount} downloaded", ["amount": Quantities.bytes(entry.diskUse)])
        case .absent: trc("voice", "not downloaded")
        case .downloading(let transfer): Quantities.progress(transfer)
        case .verifying where entry.isArriving: trc("voice", "is being imported")
        case .verifying, .preparing: tr("verifying")
        case .present, .ready: entry.model.isOwn ? trc("voice", "imported") : trc("voice", "downloaded")
        case .failed(.store(let error)): problem(error, in: .download)
        case .failed(let failure): failure.message.text
        }
    }

    /// The operation on a voice during which an error occurred.
    enum Action {
        case download
        case importing
        case removal
        case restoring
    }

    /// Returns a sentence that says why a voice could not be downloaded, imported, removed or restored.
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
        case (.metered, _): ModelError.meteredNotice + " " + tr("Press Download again to accept that.")
        case (.notWritable, _): tr("You do not have permission to write to the folder of voices.")
        case (.notPresent, _): tr("The file is not there any more.")
        default: error.message.text
        }
    }

    /// Returns the message that a voice was removed, which is shown with a button that undoes the removal.
    static func removed(_ model: SpeechModel) -> String {
        tr("{voice} removed", ["voice": title(model)])
    }

    /// Returns the message that a voice was imported.
    static func imported(_ name: String) -> String {
        tr("The voice {name} was imported", ["name": name])
    }

    /// Returns a sentence that explains natural voices, or says why they cannot be used.
    static func note(_ list: VoiceList) -> String {
        list.isInstalled
            ? tr("They sound like a person and work offline. Without one, the plain voice speaks.")
            : SynthesisError(.naturalVoicesMissing).message.text
    }

    /// Returns the name of a language, and whether this computer has a natural or only a plain voice for the language.
    static func language(_ name: String, hasNatural: Bool) -> String {
        hasNatural
            ? tr("{language} · natural", ["language": name]) : tr("{language} · plain", ["language": name])
    }

    /// Returns a sentence that says why the preferred gender of the voice has no effect; empty if it has an effect.
    ///
    /// - Parameters:
    ///   - isVoiceChosen: whether the user has chosen a particular voice for the language.
    ///   - voice: the only natural voice for the language; nil if there are several or none.
    static func genderNote(isVoiceChosen: Bool, only voice: Voice?) -> String {
        if isVoiceChosen {
            return tr("The voice that you chose for this language decides")
        }
        return voice.map { tr("{voice} is the only natural voice for this language", ["voice": $0.name]) } ?? ""
    }
}

extension ModelEntry {
    /// Whether the entry is a placeholder for a voice that is being imported. Nothing is known about such a voice yet.
    fileprivate var isArriving: Bool {
        model.isOwn && model.voice == nil
    }
}
