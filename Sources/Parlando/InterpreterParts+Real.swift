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
    static func real(
        microphone: any Microphone, store: any ModelStore, preferences: any PreferenceStore,
        secrets: any SecretStore, archive: any TranslationArchive, folders: Folders
    ) -> InterpreterParts {
        let recognizer = MultilingualRecognizer(WhisperRecognizer(), store: store, preferences: preferences)
        let services = NetworkServices(
            keys: ServiceKeys(secrets), authorities: folders.resource("google-authorities.pem"),
            local: EspeakSynthesizer(), decoder: SoundFileDecoder(), homes: .chosen)
        return InterpreterParts(
            microphone: microphone, recognizer: recognizer, offlineRecognizer: recognizer,
            gates: StoredGateMaker(store: store), translators: services, synthesizers: services,
            player: ALSASoundPlayer(), saver: WaveFileSaver(), archive: archive, network: NetworkMonitor())
    }
}

extension ServiceHomes {
    /// Google's, unless the environment names a gateway in `PARLANDO_GEMINI_ADDRESS`: https, or this machine.
    fileprivate static var chosen: ServiceHomes {
        var homes = ServiceHomes()
        let address = ProcessInfo.processInfo.environment["PARLANDO_GEMINI_ADDRESS"] ?? ""
        if !address.isEmpty, SecureAddress.problem(in: address) == nil {
            homes.gemini = address
        }
        return homes
    }
}
