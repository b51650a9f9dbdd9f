import ParlandoCore

/// A translator that is made anew when its key changes.
struct KeyedTranslator: Translator {
    let capabilities: TranslatorCapabilities
    private let shelf: Shelf

    /// - Parameters:
    ///   - owner: whose key is looked up.
    ///   - address: where it is sent.
    ///   - needsKey: whether nothing is asked while the keyring does not tell; otherwise it is asked without a key.
    ///   - make: gets nil where there is none.
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
                    // It wants a key after all, and there may be one.
                    progress.finish(throwing: trouble ?? error)
                } catch {
                    progress.finish(throwing: error)
                }
            }
            progress.onTermination = { _ in work.cancel() }
        }
    }

    /// The translator of the key that was seen last: it knows already which model it asks.
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

        /// - Returns: with what the keyring said instead of a key, nil: it told.
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
