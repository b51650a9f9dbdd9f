public import ArgumentParser
import Foundation
public import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoPiper
import ParlandoPresenters
import ParlandoServices
import ParlandoStorage
import ParlandoSystem

/// Options for the languages.
struct TranslationLanguages: ParsableArguments {
    @Option(help: ArgumentHelp(tr("Language of the text, such as de; auto detects it.")))
    var from = "auto"

    @Option(help: ArgumentHelp(tr("Language of the translation.")))
    var to = "en"

    /// Nil to detect it.
    var source: String? { from.lowercased() == "auto" ? nil : from.lowercased() }
    var target: String { to.lowercased() }

    func validate() throws {
        for code in [source, target].compactMap({ $0 }) {
            guard SpeechLanguage.translated.contains(where: { $0.code == code }) else {
                let known = SpeechLanguage.translated.map(\.code).joined(separator: " ")
                throw ValidationError(
                    tr("There is no language {code}. Known are: {list}", ["code": code, "list": known]))
            }
        }
        guard source != target else {
            throw ValidationError(
                tr(
                    "From {code} into {code} there is nothing to translate: give --from and --to.",
                    ["code": target]))
        }
    }
}

/// Options for the translation service.
struct TranslationConnection: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            tr("Translation service: {list} or {last}.", places(TranslationServiceKind.allCases.map(\.rawValue)))))
    var service = TranslationServiceKind.gemini

    @Option(
        help: ArgumentHelp(
            tr(
                "Address of the service: an https URL, or an address on this computer. {all} needs one.",
                places(TranslationServiceKind.names { $0.hasAddress }))))
    var address: String?

    @Option(
        help: ArgumentHelp(
            tr(
                "With {all}: the language model. Default: the service's fastest.",
                places(TranslationServiceKind.names { $0.hasModels }))))
    var model: String?

    @Flag(
        help: ArgumentHelp(
            tr("Accept any certificate authority this system trusts, not only Google's (needed behind some proxies).")))
    var anyAuthority = false

    func validate() throws {
        let descriptor = service.descriptor
        guard !descriptor.hasAddress || address != nil else {
            throw ValidationError(tr("--service {name} needs --address.", ["name": service.rawValue]))
        }
        guard descriptor.hasModels || model == nil else {
            let able = TranslationServiceKind.names { $0.hasModels }
            throw ValidationError(
                tr("--model can only be used with --service {list}.", ["list": able.joined(separator: ", ")]))
        }
        guard !descriptor.isLocal || address == nil else {
            throw ValidationError(
                tr("--service {name} asks nobody: it has no --address.", ["name": service.rawValue]))
        }
    }

    func makeTranslator() async throws -> any Translator {
        guard !service.descriptor.isLocal else {
            return ApertiumTranslator()
        }
        let client = HTTPClient(for: place, googleAuthorities: anyAuthority ? nil : Folders().googleAuthorities)
        return service.translator(client, at: place, model: model ?? "", key: try await key())
    }

    private var place: String {
        address ?? service.descriptor.home ?? ""
    }

    /// The address that is chosen in the preferences.
    private var chosen: String {
        SettingsStore(schemaFolders: Folders().schemas).load().translator.address
    }

    /// From the environment or the keyring.
    private func key() async throws -> Private<String>? {
        let chosen = service.descriptor.hasAddress ? self.chosen : nil
        do throws(TranslationError) {
            return try await ServiceKeys(Keyring()).key(of: service.descriptor.owner, for: place, chosen: chosen)
        } catch {
            guard case .keyring(let kind) = error.kind else {
                throw error
            }
            switch kind {
            case .absent:
                return nil
            case .elsewhere(let home) where service.descriptor.keyNeed != .required:
                // The server may not need a key.
                Output.error(
                    "parlandoctl: "
                        + tr("The key that is kept is for {place} only; it is not sent.", ["place": home.text]))
                return nil
            default:
                throw Failure(SecretError(kind))
            }
        }
    }
}

extension TranslationServiceKind: ExpressibleByArgument {
    fileprivate static func names(where isMeant: (ServiceDescriptor) -> Bool) -> [String] {
        allCases.filter { isMeant($0.descriptor) }.map(\.rawValue)
    }
}

extension VoiceServiceKind: ExpressibleByArgument {
    fileprivate static func names(where isMeant: (ServiceDescriptor) -> Bool) -> [String] {
        allCases.filter { isMeant($0.descriptor) }.map(\.rawValue)
    }
}

/// What a sentence can say of several services: all of them, or the last one apart.
private func places(_ names: [String]) -> [String: String] {
    [
        "all": names.joined(separator: ", "), "list": names.dropLast().joined(separator: ", "),
        "last": names.last ?? "",
    ]
}

/// Options for speech.
struct SpeechArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(tr("Write the translation as speech into this WAV file.")),
        completion: .file(extensions: ["wav"]))
    var speak: String?

    @Option(
        help: ArgumentHelp(
            tr(
                "With --speak: who speaks, {local} (this computer), {list} or {last}.",
                places(VoiceServiceKind.names { !$0.isLocal })
                    .merging(["local": VoiceServiceKind.local.rawValue]) { $1 })))
    var voiceService = VoiceServiceKind.local

    @Option(
        help: ArgumentHelp(
            tr("With --speak: name of a voice, such as natural:en_US-joe-medium. Default: the best for the language.")))
    var voice: String?

    @Option(help: ArgumentHelp(tr("With --speak: speed, 0.75 to 1.25.")))
    var rate = 1.0

    @Option(parsing: .unconditional, help: ArgumentHelp(tr("With --speak: pitch in semitones, -20 to 20.")))
    var pitch = 0.0

    @Option(parsing: .unconditional, help: ArgumentHelp(tr("With --speak: volume in dB, -96 to 16.")))
    var volume = 0.0

    @Option(help: ArgumentHelp(tr("Address of the voice service."), visibility: .hidden))
    var voiceAddress: String?

    func validate() throws {
        guard
            speak != nil || (voice == nil && voiceService.descriptor.isLocal && rate == 1 && pitch == 0 && volume == 0)
        else {
            throw ValidationError(tr("--voice-service, --voice, --rate, --pitch and --volume go with --speak."))
        }
        guard SpeakingManner.rateRange.contains(rate), SpeakingManner.pitchRange.contains(pitch),
            SpeakingManner.volumeRange.contains(volume)
        else {
            throw ValidationError(
                tr("--rate must be from 0.75 to 1.25, --pitch from -20 to 20, --volume from -96 to 16."))
        }
    }

    /// Checks before any work that the speech would not overwrite the recording.
    func check(readingFrom recording: String) throws(Failure) {
        if let speak, let place = FileIdentity(written: speak),
            place == FileIdentity(of: OutputPlan.opened(recording))
        {
            throw Failure(overwriting: recording, with: speak)
        }
    }

    /// Does nothing without `--speak`.
    ///
    /// - Parameter anyAuthority: whether all certificate authorities are trusted, not only Google's.
    func speak(_ text: String, language: String, anyAuthority: Bool) async throws(Failure) {
        guard let path = speak else {
            return
        }
        let spoken = try await sound(of: text, language: language, anyAuthority)
        spoken.notices.compactMap(\.note).forEach { Output.error("parlandoctl: \($0)") }
        try await Interrupts.cutting { () async throws(Failure) in
            do throws(TextSaveError) {
                try await WaveFileSaver().save(spoken.sound, to: path)
            } catch {
                throw Failure(error, path: path)
            }
        }
    }

    private func sound(
        of text: String, language: String, _ anyAuthority: Bool
    ) async throws(Failure) -> VoiceService.Spoken {
        let service = VoiceService(
            try services(),
            // Nobody has allowed this archive to store anything, so it accesses no file.
            archive: SQLiteTranslationArchive(path: "", clock: SystemClock()))
        do {
            let plan = VoicePlan(language: language, preferences(language, anyAuthority))
            return try await service.speakWhole(text, plan)
        } catch let error as SynthesisError {
            throw Failure(error)
        } catch {
            throw Failure(.interrupted, "")
        }
    }

    private func preferences(_ language: String, _ anyAuthority: Bool) -> TranslatorPreferences {
        var preferences = TranslatorPreferences()
        preferences.pinsAuthorities = !anyAuthority
        preferences.voiceService = voiceService
        preferences.voices = voice.map { ["\(voiceService.rawValue):\(language)": $0] } ?? [:]
        preferences.manner.rate = rate
        preferences.manner.pitch = pitch
        preferences.manner.volume = volume
        // Who names a service agrees that it gets the text.
        preferences.agreedServices = [voiceService.rawValue]
        return preferences
    }

    private func services() throws(Failure) -> NetworkServices {
        var homes = ServiceHomes()
        if let voiceAddress {
            ServiceHomes.owners.forEach { homes[$0] = voiceAddress }
        }
        return NetworkServices(
            keys: ServiceKeys(Keyring()),
            authorities: Folders().googleAuthorities,
            local: try local(), decoder: SoundFileDecoder(), homes: homes)
    }

    private func local() throws(Failure) -> LocalSynthesizer {
        let parts = try Parts()
        let piper = PiperEngine(
            phonemes: EspeakPhonemizer(), libraries: parts.folders.libraries("libsherpa-onnx-c-api.so"))
        return LocalSynthesizer(
            natural: NaturalVoices(
                store: parts.store, engine: piper, preferences: parts.preferences, memory: SystemMemoryPressure()),
            plain: EspeakSynthesizer())
    }
}

extension TranslatorNotice {
    fileprivate var note: String? {
        switch self {
        case .otherVoice, .simplifiedText: message.text
        default: nil
        }
    }
}
