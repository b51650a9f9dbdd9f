import Foundation
public import ParlandoCore

/// Measures the speed of whisper.cpp on this machine, using a model of the smallest size whose weights are all zero.
public actor WhisperMeter: MachineMeter {
    private let executor = BlockingExecutor(label: "io.github.parlando.meter")
    private let clock: any DecodingClock

    /// Executor with a thread of its own, because the measurement blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Creates a meter. The measurement begins only with `speed()`.
    public init() {
        self.init(clock: ThreadClock())
    }

    init(clock: any DecodingClock) {
        self.clock = clock
    }

    /// Factor by which the encoder is faster with all threads of the engine than with the single thread that is
    /// measured. Each further thread is assumed to add 0.8, as the second one does (`WhisperEngine.simulatedSpeedUp`).
    static let speedUp = 1 + 0.8 * Double(WhisperEngine.suitableThreads - 1)
    /// Layer sizes and counts of the measured model, those of `tiny.en`.
    static let shape = ModelShape(width: 384, encoderLayers: 4, decoderLayers: 4)
    /// Number of encoder frames (20 ms each) in the first two computations: one that allocates memory, and one that is
    /// timed.
    private static let fewFrames = 150
    /// A whole window is encoded for the measurement only if this is estimated to take at most this long, in seconds.
    /// Otherwise the estimate itself is the result.
    private static let patience = 0.9
    /// Maximum number of tokens that are decoded in order to measure the decoder.
    private static let tokens = 10
    /// Duration of the measurement of the decoder, in seconds, after which no more tokens are decoded.
    private static let tokenPatience = 0.3

    public func speed() -> MachineSpeed? {
        guard let available = MemoryBudget.available(), available > SpeechModel.memory(weights: 80_000_000),
            let context = try? BlankModel(Self.shape)?.load()
        else {
            return nil
        }
        do {
            return MachineSpeed(
                shape: Self.shape, encoding: try measureEncoder(of: context) / Self.speedUp,
                // One token is hardly faster with several threads: the weights have to come from memory.
                decoding: try measureDecoder(of: context))
        } catch {
            return nil
        }
    }

    public func availableMemory() -> Int64? {
        MemoryBudget.available()
    }

    private func measureEncoder(of context: WhisperContext) throws -> Double {
        // The first computation allocates memory; the second one is timed.
        try encode(Self.fewFrames, with: context)
        let part = try time { try encode(Self.fewFrames, with: context) }
        let whole = part * Self.shape.encoderWork / Self.shape.encoderWork(frames: Self.fewFrames)
        guard whole < Self.patience else {
            return whole
        }
        return try time { try encode(ModelShape.frames, with: context) }
    }

    private func encode(_ frames: Int, with context: WhisperContext) throws {
        // A frame is 20 ms.
        let sound = [Float](repeating: 0, count: frames * AudioBlock.sampleRate / 50)
        try context.encode(sound, contextLength: frames, threads: 1)
    }

    private func measureDecoder(of context: WhisperContext) throws -> Double {
        var seconds = 0.0
        var count = 0
        while count < Self.tokens, seconds < Self.tokenPatience || count == 0 {
            let position = count
            seconds += try time { try context.decode([context.startToken], at: position, threads: 1) { _ in } }
            count += 1
        }
        return seconds / Double(count)
    }

    private func time(_ work: () throws -> Void) throws -> Double {
        let start = clock.now()
        try work()
        return clock.cost(since: start, modelled: 0)
    }
}

/// A clock of this thread's processor time. Unlike wall-clock time, processor time hardly increases while other
/// programs keep the processor busy.
private struct ThreadClock: DecodingClock {
    func now() -> (wall: Double, processor: Double) {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        return (seconds, seconds)
    }

    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double {
        now().processor - start.processor
    }
}
