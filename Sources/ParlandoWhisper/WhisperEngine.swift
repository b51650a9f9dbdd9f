import Foundation
public import ParlandoCore
public import ParlandoRecognition

/// The speech recognition engine whisper.cpp, for models in its own format.
public struct WhisperEngine: SpeechEngine {
    public let name = "whisper"
    private let threads: Int32
    private let clock: any DecodingClock
    private let witness: (any VocabularyWitness)?

    /// Two threads of the simulated machine, relative to one.
    public static let simulatedSpeedUp = 1.8

    /// - Parameter threads: nil for a suitable number.
    public init(threads: Int? = nil) {
        self.init(threads: threads ?? Self.suitableThreads, clock: RealClock())
    }

    /// One for each core, at most four.
    private static var suitableThreads: Int {
        min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))
    }

    /// This computer, the same at each start: a model may take half of the memory, whatever is free at the moment.
    public static var machine: Machine {
        Machine(threads: suitableThreads, memory: MemoryBudget.total().map { $0 / 2 })
    }

    /// For simulations: reports how long each decoding would take, `slowdown` times as long as on the reference machine
    /// of `DecodingCost`.
    public init(simulating slowdown: Double) {
        self.init(threads: 1, clock: ModelledClock(slowdown: slowdown))
    }

    /// For measuring the effect of the vocabulary, on one thread. The witness receives the entries that each decoder
    /// compares with its text.
    public init(witness: any VocabularyWitness) {
        self.init(threads: 1, clock: RealClock(), witness: witness)
    }

    private init(threads: Int, clock: any DecodingClock, witness: (any VocabularyWitness)? = nil) {
        self.threads = Int32(threads)
        self.clock = clock
        self.witness = witness
    }

    public func read(_ files: ModelFiles, progress: any LoadProgress) throws(RecognitionError) -> any LoadedModel {
        try Self.checkMemory(for: files)
        progress.modelDidAdvance(to: 0, phase: .loading)
        let context = try WhisperContext(path: files.weights) { progress.modelDidAdvance(to: $0, phase: .loading) }
        return WhisperModel(context: context, threads: threads, clock: clock, witness: witness)
    }

    private static func checkMemory(for files: ModelFiles) throws(RecognitionError) {
        let weights = (try? FileManager.default.attributesOfItem(atPath: files.weights)[.size] as? Int64) ?? nil
        guard let weights else {
            throw RecognitionError(.modelMissing, detail: files.model.name)
        }
        let needed = SpeechModel.memory(weights: weights)
        if let available = MemoryBudget.available(), available < needed {
            throw RecognitionError(.outOfMemory, detail: "\(needed) bytes needed, \(available) available")
        }
        guard MemoryBudget.canReserve(needed + reserved) else {
            throw RecognitionError(.outOfMemory, detail: "\(needed + reserved) bytes of addresses needed")
        }
    }

    /// In bytes of addresses that whisper.cpp reserves but hardly uses (measured): 83 MB for each of its seven compute
    /// graphs, 93 MB for the logits of all tokens of a text, and about twelve heaps and thread stacks.
    private static let reserved: Int64 = 1_450_000_000
}

private final class WhisperModel: LoadedModel {
    private let context: WhisperContext
    private let threads: Int32
    private let clock: any DecodingClock
    private let witness: (any VocabularyWitness)?

    init(
        context: WhisperContext, threads: Int32, clock: any DecodingClock, witness: (any VocabularyWitness)?
    ) {
        self.context = context
        self.threads = threads
        self.clock = clock
        self.witness = witness
    }

    var isMultilingual: Bool { context.isMultilingual }

    func makeDecoder(_ options: RecognitionOptions, cancel: CancelFlag) -> any SpeechDecoder {
        WhisperDecoder(
            context: context, threads: threads, cancel: cancel, translates: options.translatesIntoEnglish,
            vocabulary: VocabularyMatcher(options.vocabulary), witness: witness, clock: clock)
    }
}
