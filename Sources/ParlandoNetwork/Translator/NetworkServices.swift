public import ParlandoCore

/// Factory for the translation and speech services that the user has chosen. Their keys are looked up at each request.
public struct NetworkServices: TranslatorMaking, SynthesizerMaking {
    private let keys: ServiceKeys
    private let authorities: String
    private let local: any SpeechSynthesizer
    private let decoder: any SoundDecoder
    private let homes: ServiceHomes
    private let memory = SpeechServiceMemory()

    /// - Parameters:
    ///   - authorities: path of the certificates required from Google's hosts, unless the user trusts every authority.
    ///     If the file cannot be used, nothing is sent to Google.
    ///   - local: speech synthesizer on this computer.
    ///   - homes: addresses of the services.
    public init(
        keys: ServiceKeys, authorities: String, local: any SpeechSynthesizer, decoder: any SoundDecoder,
        homes: ServiceHomes = ServiceHomes()
    ) {
        self.keys = keys
        self.authorities = authorities
        self.local = local
        self.decoder = decoder
        self.homes = homes
    }

    public func translator(_ preferences: TranslatorPreferences) -> any Translator {
        let service = preferences.service
        let address = service.descriptor.home == nil ? preferences.address : homes[service.descriptor.owner]
        let client = client(preferences, home: address)
        let make = { @Sendable (key: Private<String>?) -> any Translator in
            service.translator(client, at: address, model: preferences.model, key: key)
        }
        return KeyedTranslator(
            keys, owner: service.descriptor.owner, address: address,
            needsKey: service.descriptor.keyNeed == .required, make(nil).capabilities, make: make)
    }

    public func models(_ preferences: TranslatorPreferences) async throws(TranslationError) -> [String] {
        let service = preferences.service.descriptor
        guard service.hasModels, let home = service.home.map({ _ in homes[service.owner] }) else {
            return []
        }
        let key = try await keys.key(of: service.owner, for: home)
        let translator = preferences.service.translator(client(preferences, home: home), at: home, model: "", key: key)
        do {
            return try await translator.models()
        } catch {
            throw error as? TranslationError ?? TranslationError(.interrupted, detail: "cancelled")
        }
    }

    public func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer {
        switch kind {
        case .local: local
        case .gemini: GeminiSynthesizer(line(to: homes.gemini, preferences))
        case .google: GoogleSynthesizer(line(to: homes.google, preferences))
        }
    }

    private func line(to home: String, _ preferences: TranslatorPreferences) -> SpeechLine {
        SpeechLine(
            client: client(preferences, home: home), keys: keys, decoder: decoder, memory: memory, home: home)
    }

    private func client(_ preferences: TranslatorPreferences, home: String) -> HTTPClient {
        HTTPClient(for: home, googleAuthorities: preferences.pinsAuthorities ? authorities : nil)
    }
}

extension TranslationServiceKind {
    /// Returns the translator of a service. For a service without a server, every request to the translator fails.
    ///
    /// - Parameters:
    ///   - address: base URL of the service.
    ///   - model: name of the model; empty for the best one that the service offers.
    ///   - key: API key; nil if there is none.
    public func translator(
        _ client: HTTPClient, at address: String, model: String = "", key: Private<String>?
    ) -> any Translator {
        switch self {
        case .gemini:
            GeminiTranslator(
                client: client, key: key ?? Private(""), model: model.isEmpty ? nil : model, home: address)
        case .libreTranslate, .offline:
            LibreTranslateTranslator(client: client, address: address, key: key)
        }
    }
}
