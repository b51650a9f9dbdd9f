import Dispatch
import Logging
import ParlandoCore
import ParlandoSignal
import Synchronization

/// The delivering thread of a capture: reads the samples of the audio thread, resamples them, and sends events.
final class CaptureDelivery: Sendable {
    /// Messages from the audio thread. Posting takes a lock, so nothing is posted within `CaptureLoop`.
    enum News: Sendable {
        case began(CaptureRun)
        case ended(StreamEnd)
        /// Passed on as it is.
        case event(CaptureEvent)
        case closed
    }

    /// For the remaining sound after the close. A sound server that hangs would never deliver it.
    private static let farewellSeconds = 2.0

    let events: AsyncStream<CaptureEvent>
    /// Wakes the delivering thread.
    let doorbell = DispatchSemaphore(value: 0)
    let isClosing = Atomic<Bool>(false)

    private let listener: AsyncStream<CaptureEvent>.Continuation
    private let news = Mutex<[News]>([])
    private let logger: Logger

    /// - Parameter onEnd: called once, when the stream has ended or nobody reads it.
    init(logger: Logger, onEnd: @escaping @Sendable () -> Void) {
        (events, listener) = AsyncStream.makeStream(of: CaptureEvent.self)
        self.logger = logger
        listener.onTermination = { [weak self] _ in
            self?.close()
            onEnd()
        }
    }

    func post(_ item: News) {
        news.withLock { $0.append(item) }
        doorbell.signal()
    }

    func close() {
        isClosing.store(true, ordering: .releasing)
        doorbell.signal()
    }

    /// Runs until everything has been delivered.
    func deliver() {
        defer { listener.finish() }
        var stream: RunDelivery?
        while waitForDoorbell() {
            for item in news.replace(with: []) {
                guard tell(item, &stream) else {
                    return
                }
            }
            say(stream?.fetch())
        }
        logger.warning("the sound system does not let go of the device; what was captured is delivered")
        end(&stream, .stalled)
    }

    /// Returns false if the capture was closed and no signal has arrived within `farewellSeconds`.
    private func waitForDoorbell() -> Bool {
        guard isClosing.load(ordering: .acquiring) else {
            doorbell.wait()
            return true
        }
        return doorbell.wait(timeout: .now() + Self.farewellSeconds) == .success
    }

    /// Returns false after the last message.
    private func tell(_ item: News, _ stream: inout RunDelivery?) -> Bool {
        switch item {
        case .began(let run):
            stream = RunDelivery(run)
        case .ended(let reason):
            end(&stream, reason)
        case .event(let event):
            listener.yield(event)
        case .closed:
            return false
        }
        return true
    }

    private func end(_ stream: inout RunDelivery?, _ reason: StreamEnd) {
        guard let ending = stream.take() else {
            return
        }
        say(ending.fetch())
        say(ending.finish())
        let run = ending.run
        let level: Logger.Level = run.xruns > 0 || run.ring.overflow > 0 ? .warning : .debug
        logger.log(
            level: level, "capture ended",
            metadata: [
                "reason": "\(reason.description)", "frames": "\(run.frames)", "rate": "\(run.rate)",
                "xruns": "\(run.xruns)", "overflow": "\(run.ring.overflow)",
            ])
    }

    private func say(_ blocks: [AudioBlock]?) {
        for block in blocks ?? [] {
            listener.yield(.block(block))
        }
    }
}

/// Resamples the sound of one opening of the device, and divides it into blocks. For the delivering thread only.
final class RunDelivery {
    /// 20 ms: a small delay without needless wake-ups.
    static let blockSamples = AudioBlock.sampleRate / 50

    let run: CaptureRun

    private let resampler: Resampler
    private var pending: [Float] = []

    /// Nil if the device's rate cannot be converted.
    init?(_ run: CaptureRun) {
        guard let resampler = Resampler(rate: run.rate, channels: 1) else {
            return nil
        }
        self.run = run
        self.resampler = resampler
    }

    /// Whole blocks received since the last call.
    func fetch() -> [AudioBlock] {
        pending += run.ring.take(run.ring.count).withUnsafeBufferPointer { resampler.process($0) }
        return cut(wholeOnly: true)
    }

    /// The last block may be shorter.
    func finish() -> [AudioBlock] {
        pending += resampler.finish()
        return cut(wholeOnly: false)
    }

    private func cut(wholeOnly: Bool) -> [AudioBlock] {
        let end = wholeOnly ? pending.count - pending.count % Self.blockSamples : pending.count
        let blocks = stride(from: 0, to: end, by: Self.blockSamples).map { start in
            AudioBlock(samples: Array(pending[start..<min(start + Self.blockSamples, end)]))
        }
        pending.removeFirst(end)
        return blocks
    }
}
