import Foundation
import ParlandoALSA
import ParlandoCore
import ParlandoNetwork
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem

extension TranslatorPorts {
    /// Returns the translator's ports to the real services, voices and devices.
    ///
    /// - Parameters:
    ///   - microphone: a microphone that nothing else uses at the same time.
    ///   - models: service that loads speech models and shares them between sessions.
    ///   - servers: client for speech recognition servers that nothing else uses.
    ///   - keys: the API keys of the services.
    ///   - homes: the addresses of the services.
    ///   - local: the voices of this computer.
    static func real(
        microphone: any Microphone, models: ModelService, servers: any ServerRecognizing, gates: any SpeechGateMaker,
        archive: any TranslationArchive, keys: ServiceKeys, homes: ServiceHomes, folders: Folders,
        local: any SpeechSynthesizer
    ) -> TranslatorPorts {
        let services = NetworkServices(
            keys: keys, authorities: folders.googleAuthorities,
            local: local, decoder: SoundFileDecoder(), homes: homes)
        return TranslatorPorts(
            microphone: microphone, recognizer: models, servers: servers, offlineRecognizer: models, gates: gates,
            translators: LocalTranslators([.offline: ApertiumTranslator()], others: services), synthesizers: services,
            player: ALSASoundPlayer(), saver: WaveFileSaver(), archive: archive, network: NetworkMonitor())
    }
}

extension ServiceHomes {
    /// Google's addresses, unless the environment variables `PARLANDO_GEMINI_ADDRESS` and `PARLANDO_GOOGLE_ADDRESS`
    /// name gateways. A gateway must use HTTPS, unless it is on this computer.
    static var chosen: ServiceHomes {
        var homes = ServiceHomes()
        for owner in ServiceHomes.owners {
            homes[owner] = gateway("PARLANDO_\(owner.uppercased())_ADDRESS") ?? homes[owner]
        }
        return homes
    }

    private static func gateway(_ name: String) -> String? {
        let address = ProcessInfo.processInfo.environment[name] ?? ""
        return !address.isEmpty && SecureAddress.problem(in: address) == nil ? address : nil
    }
}
