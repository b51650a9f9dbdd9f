import ParlandoCore

/// All that a translator said to one request.
struct Heard: Sendable {
    var partials: [String] = []
    var wholes: [Translation] = []
    var failure: TranslationError?
    var isCancelled = false

    init(
        _ translator: any Translator, _ text: String, from source: String? = nil, into target: String = "de",
        prompt: TranslationRequest.Prompt = .usual
    ) async {
        do {
            let request = TranslationRequest(Phrase(text, language: source), into: target, prompt: prompt)
            for try await progress in translator.translate(request) {
                switch progress {
                case .partial(let text): partials.append(text.revealed)
                case .whole(let translation): wholes.append(translation)
                }
            }
        } catch {
            failure = error as? TranslationError
            isCancelled = error is CancellationError
        }
    }

    var text: String? { wholes.first?.text.revealed }
    var kind: TranslationError.Kind? { failure?.kind }
}
