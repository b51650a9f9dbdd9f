import ArgumentParser
import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoPiper
import ParlandoPresenters
import ParlandoServices
import ParlandoStorage
import ParlandoSystem

/// Command-line options for speaking a translation.
struct SpeechArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(tr("Write the translation as speech into this WAV file.")),
        completion: .file(extensions: ["wav"]))
    var speak: String?

    @Option(help: ArgumentHelp(tr("With --speak: local (on this computer), gemini or google.")))
    var voiceService = VoiceServiceKind.local

    @Option(
        help: ArgumentHelp(
            tr(
                "With --speak: the service's name of a voice, such as natural:en_US-joe-medium. Default: the best for the language."
            )))
    var voice: String?

    @Option(help: ArgumentHelp(tr("With --speak: speed, 0.75 to 1.25.")))
    var rate = 1.0

    @Option(help: ArgumentHelp(tr("With --speak: pitch in semitones, -20 to 20.")))
    var pitch = 0.0

    @Option(help: ArgumentHelp(tr("With --speak: volume in dB, -96 to 16.")))
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
                tr("--rate is from 0.75 to 1.25, --pitch from -20 to 20, --volume from -96 to 16."))
        }
    }

    /// Checks before any work that the speech would not overwrite the recording to translate.
    func check(readingFrom recording: String) throws(Failure) {
        if let speak, let place = FileIdentity(written: speak),
            place == FileIdentity(of: OutputPlan.opened(recording))
        {
            throw Failure(overwriting: recording, with: speak)
        }
    }

    /// Speaks a text into the file given by `--speak`, if any.
    ///
    /// - Parameter anyAuthority: whether all certificate authorities of the system are trusted, not only Google's.
    func speak(_ text: String, language: String, anyAuthority: Bool) async throws(Failure) {
        guard let path = speak else {
            return
        }
        let spoken = try await sound(of: text, language: language, anyAuthority)
        spoken.notices.compactMap(\.note).forEach { Output.error("parlandoctl: \($0)") }
        try await Interrupts.cutting { () async throws(Failure) in
            do throws(AudioFileError) {
                try await WaveFileSaver().save(spoken.sound, to: path)
            } catch {
                throw Failure(saving: error, path: path)
            }
        }
    }

    private func sound(
        of text: String, language: String, _ anyAuthority: Bool
    ) async throws(Failure) -> VoiceService.Spoken {
        let service = VoiceService(
            synthesizers: try services(),
            // This archive has not been allowed to store anything, so it accesses no file.
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
        // By naming a service, the user agrees that it receives the text.
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

    /// Returns the voices of this computer.
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
    /// Message that is shown to the user about a notice, or nil if it has none.
    fileprivate var note: String? {
        switch self {
        case .otherVoice, .simplifiedText: message.text
        default: nil
        }
    }
}
