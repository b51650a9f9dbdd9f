import Foundation
public import ParlandoCore

/// Apertium on this computer, with the installed language pairs. The translations are rough.
public struct ApertiumTranslator: Translator {
    private let environment: [String: String]
    private let pipelines: ApertiumPipelines

    /// Apertium is where this process's environment says.
    public init() {
        self.init(environment: ProcessInfo.processInfo.environment, limits: ApertiumPipeline.Limits())
    }

    init(environment: [String: String], limits: ApertiumPipeline.Limits) {
        self.environment = environment
        pipelines = ApertiumPipelines(environment: ApertiumPrograms.environment(environment), limits: limits)
    }

    public func pairs() async -> TranslationPairs? {
        ApertiumPackages.pairs(Set(await pipelines.modes(environment).paths.keys))
    }

    public func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        .working { progress in
            progress.yield(.whole(Translation(try await translate(request, progress))))
        }
    }

    /// Translates line by line, so that the beginning of a long text is available early.
    private func translate(
        _ request: TranslationRequest, _ progress: AsyncThrowingStream<TranslationProgress, any Error>.Continuation
    ) async throws -> String {
        try request.phrase.check()
        guard let source = request.phrase.language else {
            throw TranslationError(.sourceUnknown)
        }
        let modes = await pipelines.modes(environment)
        let pair = LanguagePair(source: source, target: request.target)
        guard let route = TranslationRoutes(Set(modes.paths.keys)).route(from: source, to: request.target) else {
            let missing = ApertiumPackages.pairs(Set(modes.paths.keys)).missing[pair]
            throw missing.map { TranslationError(.notInstalled($0)) } ?? TranslationError(.pairRefused)
        }
        var result = ""
        for line in request.phrase.text.revealed.split(separator: /\R/, omittingEmptySubsequences: false) {
            try Task.checkCancellation()
            var text = String(line)
            for step in route where text.contains(where: \.isLetter) {
                text = try await pipelines.pipeline(modes.paths[step] ?? "").translate(text)
            }
            result += (line.startIndex == request.phrase.text.revealed.startIndex ? "" : "\n") + text
            progress.yield(.partial(Private(result)))
        }
        guard result.contains(where: { !$0.isWhitespace }) else {
            throw TranslationError(.empty, detail: "Apertium")
        }
        return result
    }
}

/// The pipelines in use, by the path of their mode file. On its own thread, because reading a folder blocks.
actor ApertiumPipelines {
    private static let most = 4

    private let executor = BlockingExecutor(label: "parlando.apertium.pairs")
    private let environment: [String: String]
    private let limits: ApertiumPipeline.Limits
    private var pipelines: [String: ApertiumPipeline] = [:]
    private var used: [String] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(environment: [String: String], limits: ApertiumPipeline.Limits) {
        self.environment = environment
        self.limits = limits
    }

    /// Read each time, because the user may have installed another direction.
    func modes(_ environment: [String: String]) -> ApertiumModes {
        ApertiumModes(environment: environment)
    }

    /// If there are too many, the one that was not used for the longest time is released.
    func pipeline(_ mode: String) -> ApertiumPipeline {
        used.removeAll { $0 == mode }
        used.append(mode)
        if used.count > Self.most {
            pipelines[used.removeFirst()] = nil
        }
        let pipeline =
            pipelines[mode]
            ?? ApertiumPipeline(ApertiumPrograms.pipeline(mode), environment: environment, limits: limits)
        pipelines[mode] = pipeline
        return pipeline
    }
}
