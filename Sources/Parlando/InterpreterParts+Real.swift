import Foundation
import ParlandoALSA
import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

extension InterpreterParts {
    /// The services, voices and devices there really are.
    ///
    /// - Parameters:
    ///   - microphone: which nobody else uses meanwhile.
    ///   - store: the speech models on disk.
    ///   - keys: of the services.
    ///   - homes: where they live.
    static func real(
        microphone: any Microphone, store: any ModelStore, preferences: any PreferenceStore,
        archive: any TranslationArchive, keys: ServiceKeys, homes: ServiceHomes, folders: Folders
    ) -> InterpreterParts {
        let recognizer = MultilingualRecognizer(WhisperRecognizer(), store: store, preferences: preferences)
        let services = NetworkServices(
            keys: keys, authorities: folders.googleAuthorities,
            local: EspeakSynthesizer(), decoder: SoundFileDecoder(), homes: homes)
        return InterpreterParts(
            microphone: microphone, recognizer: recognizer, offlineRecognizer: recognizer,
            gates: SileroGateMaker(store: store), translators: services, synthesizers: services,
            player: ALSASoundPlayer(), saver: WaveFileSaver(), archive: archive, network: NetworkMonitor())
    }
}

extension ServiceHomes {
    /// Google's, unless the environment names gateways in `PARLANDO_GEMINI_ADDRESS` and `PARLANDO_GOOGLE_ADDRESS`:
    /// https, or this machine.
    static var chosen: ServiceHomes {
        var homes = ServiceHomes()
        homes.gemini = gateway("PARLANDO_GEMINI_ADDRESS") ?? homes.gemini
        homes.google = gateway("PARLANDO_GOOGLE_ADDRESS") ?? homes.google
        return homes
    }

    private static func gateway(_ name: String) -> String? {
        let address = ProcessInfo.processInfo.environment[name] ?? ""
        return !address.isEmpty && SecureAddress.problem(in: address) == nil ? address : nil
    }
}
