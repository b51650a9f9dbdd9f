import Logging
public import ParlandoCore

/// Translator that uses Google's Gemini API (`streamGenerateContent`). The translation arrives while it is generated.
public struct GeminiTranslator: Translator {
    /// Address of the service.
    public static let home = ServiceHomes().gemini
    /// Maximum number of bytes to read of a response: far more than a translation of ten thousand characters takes.
    private static let mostBytes = 4 << 20

    public let capabilities = TranslatorCapabilities(streams: true, detects: true, rephrases: true)

    private let service: GeminiService
    private let choice: GeminiChoice

    /// - Parameters:
    ///   - client: HTTP client, which trusts only Google's certificate authorities unless the user wants otherwise.
    ///   - model: name of the model, or nil to choose from the service's list.
    ///   - home: address of the service, without a path.
    ///   - timeout: timeout for one response.
    public init(
        client: HTTPClient, key: Private<String>, model: String? = nil, home: String = Self.home,
        timeout: Duration = .seconds(60)
    ) {
        service = GeminiService(client: client, key: key, home: home, timeout: timeout)
        choice = GeminiChoice(service, fixed: model)
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
            let model = try await choice.model()
            do {
                return try await Self.ask(service, request, model: model, progress)
            } catch let error as TranslationError where error.kind == .modelGone {
                guard let other = try await choice.other(than: model) else {
                    throw error
                }
                return try await Self.ask(service, request, model: other, progress)
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
        let body = try GeminiRequest(request, model: model).encoded()
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

/// Choice of the model: the user's, or the best that the service offers now.
actor GeminiChoice {
    private let service: GeminiService
    private let clock: any WallClock
    private let fixed: String?
    private var known: DatedList<GeminiModel>?
    private var gone: Set<String> = []

    init(_ service: GeminiService, fixed: String?, clock: any WallClock = RunningClock()) {
        self.service = service
        self.clock = clock
        self.fixed = fixed
    }

    /// Returns the name of the model to use. Throws `TranslationError` if the service offers none.
    func model() async throws -> String {
        if let fixed {
            return fixed
        }
        let best = GeminiModel.choose(from: try await list(), without: gone)?.name
        let first = GeminiModel.firstChoices.text
        guard let model = best ?? (gone.contains(first) ? nil : first) else {
            throw TranslationError(.modelGone, detail: "the list holds no model that translates")
        }
        return model
    }

    /// Returns the name of a model to use instead of one that no longer exists, or nil if the user chose the model.
    func other(than model: String) async throws -> String? {
        guard fixed == nil else {
            return nil
        }
        gone.insert(model)
        // The list was read before the service refused the model, so it is out of date.
        known = nil
        return try await self.model()
    }

    private func list() async throws -> [GeminiModel] {
        if let known, known.isFresh(at: clock.now) {
            return known.items
        }
        do {
            let list = DatedList(items: try await service.models(), date: clock.now)
            known = list
            Logger(label: "parlando.translation").info("\(list.items.count) models are listed")
            return list.items
        } catch let error as TranslationError where error.isOfList {
            // Translation continues even if the list cannot be read.
            Logger(label: "parlando.translation").notice("no list of models: \(error.kind) \(error.detail)")
            return known?.items ?? []
        }
    }
}

extension TranslationError {
    /// Whether the error may affect only the request for the list of models, so that other requests may still succeed.
    var isOfList: Bool {
        [.badAnswer, .serverFailed, .modelGone, .timedOut, .requestRefused].contains(kind)
    }
}

/// Assembles the translation from a streamed response.
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

    /// Parses an event. Returns the translation so far if the event added to it.
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

    /// Returns the complete translation, or throws the reason that there is none.
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
    /// The text without line breaks at its end, which models tend to add.
    fileprivate var trimmingLineEnds: String {
        var text = self[...]
        while let last = text.last, last.isNewline {
            text.removeLast()
        }
        return String(text)
    }
}
