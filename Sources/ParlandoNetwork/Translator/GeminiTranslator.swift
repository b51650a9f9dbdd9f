public import ParlandoCore

/// Google's Gemini API (`streamGenerateContent`). The translation arrives while it is generated.
public struct GeminiTranslator: Translator {
    /// Far more than a translation of ten thousand characters takes.
    private static let mostBytes = 4 << 20

    public let rephrases = true

    private let service: GeminiService
    private let choice: GeminiChoice

    /// - Parameters:
    ///   - client: trusts only Google's certificate authorities unless the user wants otherwise.
    ///   - model: nil to choose from the service's list.
    public init(
        client: HTTPClient, key: Private<String>, model: String? = nil, home: String = ServiceHomes().gemini,
        timeout: Duration = .seconds(60)
    ) {
        service = GeminiService(client: client, key: key, home: home, timeout: timeout)
        choice = GeminiChoice(.text, fixed: model)
    }

    public func models() async throws -> [String] {
        do {
            return GeminiModel.sorted(try await service.models()).map(\.name)
        } catch {
            throw TranslationError.from(error)
        }
    }

    public func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        .filled { [service, choice] progress in
            try await choice.asking(service) { model in
                try await Self.ask(service, request, model: model, progress)
            }
        }
    }

    private static func ask(
        _ service: GeminiService, _ request: TranslationRequest, model: String,
        _ progress: AsyncThrowingStream<TranslationProgress, any Error>.Continuation
    ) async throws -> Translation {
        guard model.isModelName else {
            throw TranslationError(.modelGone, detail: "no name of a model")
        }
        let body = try GeminiRequest(request, model: model).jsonBody()
        let response = try await service.send("models/\(model):streamGenerateContent?alt=sse", post: body)
        var reading = GeminiReading(isPlain: request.prompt == .plain)
        var events = ServerSentEvents()
        var count = 0
        for try await bytes in response.body {
            count += bytes.count
            guard count <= mostBytes else {
                throw TranslationError(.badAnswer, detail: "an answer of more than \(mostBytes) bytes")
            }
            for event in try events.append(bytes) {
                if let text = try reading.take(event) {
                    progress.yield(.partial(Private(text)))
                }
            }
        }
        for event in events.finish() {
            _ = try reading.take(event)
        }
        return try reading.finish()
    }
}

/// Assembles a streamed translation.
struct GeminiReading {
    private let isPlain: Bool
    private var object = GrowingObject()
    private var plainText = ""
    private var told = 0
    private var finishReason: String?
    private var isEmpty = true

    init(isPlain: Bool) {
        self.isPlain = isPlain
    }

    mutating func take(_ event: [UInt8]) throws(TranslationError) -> String? {
        for answer in try GeminiAnswer.read(event) {
            if let error = answer.error {
                throw error.error(head: nil)
            }
            if let block = answer.block {
                throw block
            }
            isEmpty = isEmpty && answer.text.isEmpty
            if isPlain {
                plainText += answer.text
            } else {
                object.append(answer.text)
            }
            finishReason = answer.finishReason ?? finishReason
        }
        let length = text.unicodeScalars.count
        guard length > told else {
            return nil
        }
        told = length
        return text
    }

    func finish() throws(TranslationError) -> Translation {
        if isEmpty, finishReason == nil {
            // The stream ended normally, so nothing was lost in transfer.
            throw TranslationError(.empty, detail: "a stream without text and without finishReason")
        }
        if let failure = GeminiAnswer.failure(finishedBy: finishReason) {
            throw failure
        }
        guard isPlain || isEmpty || object.isWhole else {
            throw TranslationError(.badAnswer, detail: "not the object that was asked for")
        }
        let whole = text.trimmingLineEnds
        guard !whole.isEmpty else {
            throw TranslationError(.empty, detail: "STOP without text")
        }
        let language = object.texts[GeminiAnswer.languageKey].flatMap { SpeechLanguage.translated(tag: $0) }
        return Translation(whole, detectedLanguage: language?.code)
    }

    private var text: String {
        isPlain ? plainText : object.texts[GeminiAnswer.textKey] ?? ""
    }
}

extension String {
    /// Models tend to add line breaks at the end.
    fileprivate var trimmingLineEnds: String {
        var text = self[...]
        while let last = text.last, last.isNewline {
            text.removeLast()
        }
        return String(text)
    }
}
