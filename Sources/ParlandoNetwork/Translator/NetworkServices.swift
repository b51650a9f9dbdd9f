public import Foundation
import Logging
public import ParlandoCore

/// Makes the services that the user has chosen. Their keys are looked up at each request.
public struct NetworkServices: ServiceMaking {
    private let keys: ServiceKeys
    private let authorities: String
    private let offline: (any Translator)?
    private let local: any SpeechSynthesizer
    private let decoder: any SoundDecoder
    private let homes: ServiceHomes
    private let memory = SpeechServiceMemory()

    /// - Parameters:
    ///   - authorities: path of the certificates required from Google's hosts, unless the user trusts every authority.
    ///     Without the file nothing is sent to Google.
    ///   - offline: translator on this computer, kept with its engine loaded; nil if there is none.
    public init(
        keys: ServiceKeys, authorities: String, offline: (any Translator)? = nil, local: any SpeechSynthesizer,
        decoder: any SoundDecoder, homes: ServiceHomes = ServiceHomes()
    ) {
        self.keys = keys
        self.authorities = authorities
        self.offline = offline
        self.local = local
        self.decoder = decoder
        self.homes = homes
    }

    public func translator(_ preferences: TranslatorPreferences) -> any Translator {
        let service = preferences.service
        if service.descriptor.isLocal, let offline {
            return offline
        }
        let address = service.descriptor.home == nil ? preferences.address : homes[service.descriptor.owner]
        let client = client(preferences, home: address)
        return KeyedTranslator(keys, of: service.descriptor, at: address) { key in
            service.translator(client, at: address, model: preferences.model, key: key)
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
    /// For a service without a server, every request fails.
    ///
    /// - Parameter model: empty for the best one that the service offers.
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

/// Looks up the key at each request. A translator is kept until its key changes, because it knows which model to use.
actor KeyedTranslator: Translator {
    nonisolated let rephrases: Bool
    private let keys: ServiceKeys
    private let service: ServiceDescriptor
    private let address: String
    private let make: @Sendable (Private<String>?) -> any Translator
    private var made: (key: Private<String>?, translator: any Translator)?

    /// - Parameter make: creates a translator; its argument is nil if there is no key.
    init(
        _ keys: ServiceKeys, of service: ServiceDescriptor, at address: String,
        make: @escaping @Sendable (Private<String>?) -> any Translator
    ) {
        self.keys = keys
        self.service = service
        self.address = address
        self.make = make
        rephrases = make(nil).rephrases
    }

    func models() async throws -> [String] {
        try await current().translator.models()
    }

    nonisolated func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        .working { progress in
            var trouble: TranslationError?
            do {
                let found = try await self.current()
                trouble = found.trouble
                for try await news in found.translator.translate(request) {
                    progress.yield(news)
                }
            } catch let error as TranslationError where error.kind == .keyMissing {
                // The service does require a key, so it is told why the keyring gave none.
                throw trouble ?? error
            }
        }
    }

    /// If the service can work without a key, a keyring error is returned together with the translator.
    private func current() async throws(TranslationError) -> (translator: any Translator, trouble: TranslationError?) {
        var key: Private<String>?
        var trouble: TranslationError?
        do {
            key = try await keys.key(of: service.owner, for: address)
        } catch  where service.keyNeed != .required {
            trouble = error
        }
        if let made, made.key == key {
            return (made.translator, trouble)
        }
        let translator = make(key)
        made = (key, translator)
        return (translator, trouble)
    }
}

/// Keys from the environment (such as `PARLANDO_GEMINI_KEY`), else from the keyring.
public struct ServiceKeys: Sendable {
    private let secrets: any SecretStore
    private let given: EnvironmentKeys

    public init(_ secrets: any SecretStore, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.secrets = secrets
        given = EnvironmentKeys(environment)
    }

    /// Nil if there is no key. Throws `keyring` if the keyring cannot be read, or if the key belongs to another origin.
    ///
    /// - Parameter chosen: address of the LibreTranslate server in the preferences; nil if it is `address`. A key
    ///   stored without an origin belongs to that server.
    public func key(
        of owner: String, for address: String, chosen: String? = nil
    ) async throws(TranslationError) -> Private<String>? {
        if let key = given.key(of: owner) {
            return key
        }
        guard let origin = Origin(address) else {
            throw TranslationError(.addressRefused, detail: "no place for a key")
        }
        let home = ServiceHomes().origin(ofKey: owner, address: chosen ?? address)
        do throws(SecretError) {
            return try await secrets.secret(SecretName(.translation, owner: owner), for: origin, home: home ?? origin)
        } catch {
            Logger(label: "parlando.keys").notice("the keyring keeps \(owner) back: \(error.kind) \(error.detail)")
            throw TranslationError(.keyring(error.kind), detail: error.detail)
        }
    }
}

extension HTTPClient {
    /// Makes a client for one service.
    ///
    /// - Parameter googleAuthorities: path of the certificates to require from Google's hosts; nil to trust the
    ///   system's.
    public convenience init(for home: String, googleAuthorities: String?) {
        self.init(authorityFile: ServiceHomes.isGoogle(home) ? googleAuthorities : nil)
    }
}
