import Dispatch
import Logging
import ParlandoCore
import ParlandoSignal
import Synchronization

/// The delivering thread of a transport: reads what the audio threads produce, and sends events.
final class TransportDelivery: Sendable {
    /// Messages from the audio threads. Posting takes a lock, so nothing is posted within `PlaybackLoop` or
    /// `CaptureLoop`.
    enum News: Sendable {
        case began(TransportRun)
        case ended
        case lost(AudioError)
        case closed
    }

    let events: AsyncStream<TransportEvent>
    /// Wakes the delivering thread.
    let doorbell = DispatchSemaphore(value: 0)
    let isClosing = Atomic<Bool>(false)

    private let listener: AsyncStream<TransportEvent>.Continuation
    private let news = Mutex<[News]>([])
    private let logger: Logger

    /// - Parameter onEnd: called once, when the stream has ended or nobody reads it.
    init(logger: Logger, onEnd: @escaping @Sendable () -> Void) {
        (events, listener) = AsyncStream.makeStream(of: TransportEvent.self)
        self.logger = logger
        listener.onTermination = { _ in onEnd() }
    }

    func post(_ item: News) {
        news.withLock { $0.append(item) }
        doorbell.signal()
    }

    /// Ends the stream at once.
    func close() {
        isClosing.store(true, ordering: .releasing)
        listener.finish()
        doorbell.signal()
    }

    func deliver() {
        defer { listener.finish() }
        var reader: TransportReader?
        while !isClosing.load(ordering: .acquiring) {
            doorbell.wait()
            for item in news.replace(with: []) {
                guard tell(item, &reader) else {
                    return
                }
            }
            tell(reader?.fetch())
        }
    }

    /// Returns false after the last message.
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

/// Turns what the audio threads produce into events. For the delivering thread only.
final class TransportReader {
    private let run: TransportRun
    private var playback: PlaybackClock
    private var capture: CaptureClock
    /// Captured frames fetched so far.
    private var fetched = 0

    init(_ run: TransportRun) {
        self.run = run
        playback = PlaybackClock(rate: run.playback.rate)
        capture = CaptureClock(rate: run.capture?.rate ?? run.playback.rate)
    }

    func fetch() -> [TransportEvent] {
        var events: [TransportEvent] = []
        while let point = run.playback.points.read() {
            for finding in playback.take(point) {
                switch finding {
                case .line(let map): events.append(.playback(map))
                case .xrun(let frames): events.append(.xrun(frames: frames, isPlayback: true))
                case .leaveOut(let frames): run.playback.leaveOut(frames)
                }
            }
        }
        if let stream = run.capture {
            events += sound(of: stream)
        }
        return events
    }

    private func sound(of stream: CaptureRun) -> [TransportEvent] {
        // Samples are counted before reports are read, so that each of them has its report.
        let end = fetched + stream.ring.count
        var events: [TransportEvent] = []
        while let point = stream.points?.read() {
            let lost = capture.lost
            let news = capture.take(point)
            if capture.lost != lost {
                events += block(of: stream, to: point.mark, lost: lost)
            }
            events += news
        }
        return events + block(of: stream, to: end, lost: capture.lost)
    }

    private func block(of stream: CaptureRun, to end: Int, lost: Int) -> [TransportEvent] {
        guard end > fetched else {
            return []
        }
        let samples = stream.ring.take(end - fetched)
        defer { fetched += samples.count }
        return samples.isEmpty ? [] : [.block(CapturedBlock(samples: samples, frame: fetched + lost))]
    }
}

/// Position of a stream at a time.
struct StreamPoint: BitwiseCopyable, Sendable, Equatable {
    /// Nanoseconds of the monotonic clock.
    var time: Int64
    /// The frame that was heard or captured then.
    var frame: Int
    /// So far.
    var xruns: Int
    /// For playback, all frames skipped so far. For capture, the frames captured before those just read.
    var mark: Int
    /// A delay is impossible if it is shorter than what is in the device's own buffer, which cannot have been heard
    /// yet.
    var isPossible = true
}

/// Passes position reports from an audio thread to another thread. `EventRing` is not used here: it is a generic type
/// of another module, so it might take a lock on first use. Reports that do not fit are dropped; a clock fit does not
/// need all of them.
// Unchecked: both threads access the memory of the reports; the two positions keep the accesses apart.
final class PointRing: @unchecked Sendable {
    /// A power of two, enough for half a minute of the shortest periods.
    private static let capacity = 8192

    private let storage: UnsafeMutablePointer<StreamPoint>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    init() {
        storage = .allocate(capacity: Self.capacity)
        storage.initialize(repeating: StreamPoint(time: 0, frame: 0, xruns: 0, mark: 0), count: Self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// For the audio thread only. Realtime-safe.
    func write(_ point: StreamPoint) {
        let end = written.load(ordering: .relaxed)
        guard end - taken.load(ordering: .acquiring) < Self.capacity else {
            return
        }
        storage[end & (Self.capacity - 1)] = point
        written.store(end + 1, ordering: .releasing)
    }

    /// Nil if there is none. For the reading thread only.
    func read() -> StreamPoint? {
        let start = taken.load(ordering: .relaxed)
        guard start < written.load(ordering: .acquiring) else {
            return nil
        }
        let point = storage[start & (Self.capacity - 1)]
        taken.store(start + 1, ordering: .releasing)
        return point
    }
}

/// Shared by the threads of a transport during one opening of its devices.
final class TransportRun: Sendable {
    let playback: PlaybackRun
    /// Nil if no microphone is open.
    let capture: CaptureRun?
    /// For any reason.
    let isEnding = Atomic<Bool>(false)

    private let reason = Mutex<AudioError?>(nil)

    init(playback: PlaybackRun, capture: CaptureRun?) {
        self.playback = playback
        self.capture = capture
    }

    /// Nil if the streams were closed.
    var failure: AudioError? {
        reason.withLock { $0 }
    }

    /// Ends both streams.
    func end(_ end: StreamEnd, of side: AudioError.Side) {
        if end != .closed {
            reason.withLock { reason in
                reason = reason ?? AudioError(.lost, of: side, detail: end.description)
            }
        }
        isEnding.store(true, ordering: .releasing)
    }
}
