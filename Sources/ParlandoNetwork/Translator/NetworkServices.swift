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
        switch preferences.service {
        case .gemini:
            KeyedTranslator(
                keys, owner: "gemini", address: homes.gemini, needsKey: true,
                TranslatorCapabilities(streams: true, detects: true, rephrases: true)
            ) { [client = client(preferences, home: homes.gemini), homes] key in
                GeminiTranslator(
                    client: client, key: key ?? Private(""), model: preferences.model.isEmpty ? nil : preferences.model,
                    home: homes.gemini)
            }
        case .libreTranslate, .offline:
            KeyedTranslator(
                keys, owner: "libretranslate", address: preferences.address, needsKey: false,
                TranslatorCapabilities(streams: false, detects: true, rephrases: false)
            ) { key in
                LibreTranslateTranslator(client: HTTPClient(), address: preferences.address, key: key)
            }
        }
    }

    public func models(_ preferences: TranslatorPreferences) async throws(TranslationError) -> [String] {
        guard preferences.service == .gemini else {
            return []
        }
        let translator = GeminiTranslator(
            client: client(preferences, home: homes.gemini),
            key: try await keys.key(of: "gemini", for: homes.gemini) ?? Private(""), home: homes.gemini)
        do {
            return GeminiModel.sorted(try await translator.models()).map(\.name)
        } catch {
            throw error as? TranslationError ?? TranslationError(.interrupted, detail: "cancelled")
        }
    }

    public func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer {
        switch kind {
        case .local: local
        case .gemini:
            GeminiSynthesizer(line(to: homes.gemini, preferences))
        case .google:
            GoogleSynthesizer(line(to: homes.google, preferences))
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
