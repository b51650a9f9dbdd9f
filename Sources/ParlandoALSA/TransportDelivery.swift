import Dispatch
import Logging
import ParlandoCore
import Synchronization

/// Runs the delivering thread of a transport: reads the data of the audio threads and sends events.
final class TransportDelivery: Sendable {
    /// Messages from the audio threads apart from samples. Never posted within a loop.
    enum News: Sendable {
        case began(TransportRun)
        case ended
        case lost(AudioError)
        case closed
    }

    let events: AsyncStream<TransportEvent>
    /// Semaphore that wakes the delivering thread.
    let doorbell = DispatchSemaphore(value: 0)
    /// Whether the consumer has closed the transport.
    let isClosing = Atomic<Bool>(false)

    private let listener: AsyncStream<TransportEvent>.Continuation
    private let news = Mutex<[News]>([])
    private let logger: Logger

    /// - Parameter onEnd: called once, when the stream has ended or its consumer has stopped reading.
    init(logger: Logger, onEnd: @escaping @Sendable () -> Void) {
        (events, listener) = AsyncStream.makeStream(of: TransportEvent.self)
        self.logger = logger
        listener.onTermination = { _ in onEnd() }
    }

    func post(_ item: News) {
        news.withLock { $0.append(item) }
        doorbell.signal()
    }

    /// Ends the stream at once. Later events are dropped.
    func close() {
        isClosing.store(true, ordering: .releasing)
        listener.finish()
        doorbell.signal()
    }

    /// Runs the delivering thread until the transport is closed.
    func deliver() {
        defer { listener.finish() }
        var reader: TransportReader?
        while !isClosing.load(ordering: .acquiring) {
            doorbell.wait()
            for item in news.withLock({ $0.take() }) {
                guard tell(item, &reader) else {
                    return
                }
            }
            tell(reader?.fetch())
        }
    }

    /// Handles a message. Returns false if it was the last one.
    private func tell(_ item: News, _ reader: inout TransportReader?) -> Bool {
        switch item {
        case .began(let run):
            reader = TransportReader(run)
            listener.yield(.running(playbackRate: run.playback.rate, captureRate: run.capture?.rate))
        case .ended:
            tell(reader.take()?.fetch())
        case .lost(let error):
            logger.notice("a device was lost", metadata: ["side": "\(error.side)", "reason": "\(error.detail)"])
            listener.yield(.lost(error))
        case .closed:
            return false
        }
        return true
    }

    private func tell(_ events: [TransportEvent]?) {
        for event in events ?? [] {
            if case .xrun(let frames, let isPlayback) = event {
                logger.warning("xrun", metadata: ["frames": "\(frames)", "playback": "\(isPlayback)"])
            }
            listener.yield(event)
        }
    }
}

extension [TransportDelivery.News] {
    fileprivate mutating func take() -> Self {
        defer { removeAll(keepingCapacity: true) }
        return self
    }
}
