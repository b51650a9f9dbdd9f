import Dispatch
import Logging
import ParlandoCore
import ParlandoSignal
import Synchronization

/// The side of a capture that may wait: fetches what the audio thread left, resamples it and tells the listener.
final class CaptureDelivery: Sendable {
    /// What the audio thread has to say besides sound. Never posted from within its loop.
    enum News: Sendable {
        case began(CaptureRun)
        case ended(StreamEnd)
        case lost(AudioError)
        case restored(AudioDevice)
        case closed
    }

    /// Seconds a closed device may take to give up its last sound; a hung sound server never would.
    private static let farewellSeconds = 2.0

    let events: AsyncStream<CaptureEvent>
    /// Wakes the delivering thread, which otherwise sleeps.
    let doorbell = DispatchSemaphore(value: 0)
    /// Whether the listener has had enough.
    let isClosing = Atomic<Bool>(false)

    private let listener: AsyncStream<CaptureEvent>.Continuation
    private let news = Mutex<[News]>([])
    private let sum = Mutex(CaptureTally())
    private let logger: Logger

    /// - Parameter onEnd: called once, when the stream has ended or nobody listens any more.
    init(logger: Logger, onEnd: @escaping @Sendable () -> Void) {
        (events, listener) = AsyncStream.makeStream(of: CaptureEvent.self)
        self.logger = logger
        listener.onTermination = { [weak self] _ in
            self?.close()
            onEnd()
        }
    }

    /// What was captured and delivered so far.
    var tally: CaptureTally {
        sum.withLock { $0 }
    }

    func post(_ item: News) {
        news.withLock { $0.append(item) }
        doorbell.signal()
    }

    func close() {
        isClosing.store(true, ordering: .releasing)
        doorbell.signal()
    }

    /// The whole life of the delivering thread: returns when everything is said, and the stream has ended.
    func deliver() {
        defer { listener.finish() }
        var stream: RunDelivery?
        while waitForDoorbell() {
            for item in news.withLock({ $0.take() }) {
                guard tell(item, &stream) else {
                    return
                }
            }
            say(stream?.fetch())
        }
        logger.warning("the sound system does not let go of the device; what was captured is delivered")
        end(&stream, .stalled)
    }

    /// False when the device was closed long ago and the audio thread still has not come back.
    private func waitForDoorbell() -> Bool {
        guard isClosing.load(ordering: .acquiring) else {
            doorbell.wait()
            return true
        }
        return doorbell.wait(timeout: .now() + Self.farewellSeconds) == .success
    }

    /// False when this was the last there is to say.
    private func tell(_ item: News, _ stream: inout RunDelivery?) -> Bool {
        switch item {
        case .began(let run):
            stream = RunDelivery(run)
        case .ended(let reason):
            end(&stream, reason)
        case .lost(let error):
            listener.yield(.lost(error))
        case .restored(let device):
            listener.yield(.restored(device))
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
        sum.withLock { $0.add(run) }
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
            sum.withLock { $0.delivered += block.samples.count }
            listener.yield(.block(block))
        }
    }
}

extension [CaptureDelivery.News] {
    fileprivate mutating func take() -> Self {
        defer { removeAll(keepingCapacity: true) }
        return self
    }
}
