import ParlandoCore

/// Translator that is recreated when its key changes.
struct KeyedTranslator: Translator {
    let capabilities: TranslatorCapabilities
    private let shelf: Shelf

    /// - Parameters:
    ///   - owner: service whose key is looked up.
    ///   - address: address the key is sent to.
    ///   - needsKey: whether an unavailable keyring is an error; otherwise the service is asked without a key.
    ///   - make: creates a translator; its argument is nil if there is no key.
    init(
        _ keys: ServiceKeys, owner: String, address: String, needsKey: Bool, _ capabilities: TranslatorCapabilities,
        make: @escaping @Sendable (Private<String>?) -> any Translator
    ) {
        self.capabilities = capabilities
        shelf = Shelf(keys: keys, owner: owner, address: address, needsKey: needsKey, make: make)
    }

    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        AsyncThrowingStream { progress in
            let work = Task { [shelf] in
                var trouble: TranslationError?
                do {
                    let found = try await shelf.translator()
                    trouble = found.trouble
                    for try await news in found.translator.translate(request) {
                        progress.yield(news)
                    }
                    progress.finish()
                } catch let error as TranslationError where error.kind == .keyMissing {
                    // The service does require a key, so report why the keyring gave none.
                    progress.finish(throwing: trouble ?? error)
                } catch {
                    progress.finish(throwing: error)
                }
            }
            progress.onTermination = { _ in work.cancel() }
        }
    }

    /// Creates the translator and keeps it until the key changes, because it already knows which model to use.
    private actor Shelf {
        private let keys: ServiceKeys
        private let owner: String
        private let address: String
        private let needsKey: Bool
        private let make: @Sendable (Private<String>?) -> any Translator
        private var made: (key: Private<String>?, translator: any Translator)?

        init(
            keys: ServiceKeys, owner: String, address: String, needsKey: Bool,
            make: @escaping @Sendable (Private<String>?) -> any Translator
        ) {
            self.keys = keys
            self.owner = owner
            self.address = address
            self.needsKey = needsKey
            self.make = make
        }

        /// Looks up the key and returns a translator that uses it.
        ///
        /// - Returns: the translator, and the keyring's error if the key could not be looked up.
        func translator() async throws(TranslationError) -> (
            translator: any Translator, trouble: TranslationError?
        ) {
            var key: Private<String>?
            var trouble: TranslationError?
            do {
                key = try await keys.key(of: owner, for: address)
            } catch  where !needsKey {
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
}
