import ParlandoCore

/// A translator that is made anew when its key changes.
struct KeyedTranslator: Translator {
    let capabilities: TranslatorCapabilities
    private let shelf: Shelf

    /// - Parameters:
    ///   - owner: whose key is looked up.
    ///   - make: gets nil where there is none.
    init(
        _ keys: ServiceKeys, owner: String, _ capabilities: TranslatorCapabilities,
        make: @escaping @Sendable (Private<String>?) -> any Translator
    ) {
        self.capabilities = capabilities
        shelf = Shelf(keys: keys, owner: owner, make: make)
    }

    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        AsyncThrowingStream { progress in
            let work = Task { [shelf] in
                do {
                    for try await news in await shelf.translator().translate(request) {
                        progress.yield(news)
                    }
                    progress.finish()
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
        private let make: @Sendable (Private<String>?) -> any Translator
        private var made: (key: Private<String>?, translator: any Translator)?

        init(keys: ServiceKeys, owner: String, make: @escaping @Sendable (Private<String>?) -> any Translator) {
            self.keys = keys
            self.owner = owner
            self.make = make
        }

        func translator() async -> any Translator {
            let key = await keys.key(of: owner)
            if let made, made.key == key {
                return made.translator
            }
            let translator = make(key)
            made = (key, translator)
            return translator
        }
    }
}
