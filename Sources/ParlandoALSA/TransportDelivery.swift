import Dispatch
import Logging
import ParlandoCore
import ParlandoSignal
import Synchronization

/// Runs the delivering thread of a transport (playback and capture): reads the data of the audio threads and sends
/// events.
final class TransportDelivery: Sendable {
    /// Messages from the audio threads, apart from samples. Posting takes a lock, so nothing is posted within
    /// `PlaybackLoop` or `CaptureLoop`.
    enum News: Sendable {
        case began(TransportRun)
        case ended
        case lost(AudioError)
        case closed
    }

    let events: AsyncStream<TransportEvent>
    /// Semaphore that wakes the delivering thread.
    let doorbell = DispatchSemaphore(value: 0)
    /// Whether the consumer has closed the transport (playback and capture).
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

    /// Runs the delivering thread until the transport (playback and capture) is closed.
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

/// Converts the data that the audio threads produce while the devices are open to events. For the delivering thread
/// only.
final class TransportReader {
    private let run: TransportRun
    private var playback: PlaybackClock
    private var capture: CaptureClock
    /// Number of captured frames fetched so far.
    private var fetched = 0

    init(_ run: TransportRun) {
        self.run = run
        playback = PlaybackClock(rate: run.playback.rate)
        capture = CaptureClock(rate: run.capture?.rate ?? run.playback.rate)
    }

    /// Returns the events since the last call.
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
        // The samples are counted before the position reports are read, so that each of these samples has its report.
        let end = fetched + stream.ring.count
        var events: [TransportEvent] = []
        while let point = stream.points?.read() {
            let lost = capture.lost
            let findings = capture.take(point)
            if capture.lost != lost {
                events += block(of: stream, to: point.mark, lost: lost)
            }
            for finding in findings {
                switch finding {
                case .line(let map): events.append(.capture(map))
                case .xrun(let frames): events.append(.xrun(frames: frames, isPlayback: false))
                }
            }
        }
        return events + block(of: stream, to: end, lost: capture.lost)
    }

    private func block(of stream: CaptureRun, to end: Int, lost: Int) -> [TransportEvent] {
        guard end > fetched else {
            return []
        }
        let samples = [Float](unsafeUninitializedCapacity: end - fetched) { room, count in
            count = stream.ring.read(into: room)
        }
        defer { fetched += samples.count }
        return samples.isEmpty ? [] : [.block(CapturedBlock(samples: samples, frame: fetched + lost))]
    }
}

/// Report of a stream's position at a time.
struct StreamPoint: BitwiseCopyable, Sendable, Equatable {
    /// Time to which the report applies, on the monotonic clock, in nanoseconds.
    var time: Int64
    /// Number of the frame that was heard or captured at `time`.
    var frame: Int
    /// Number of xruns (underruns or overruns) so far.
    var xruns: Int
    /// For playback: the total number of frames skipped. For capture: the number of frames captured before those that
    /// were just read.
    var mark: Int
    /// Whether the reported delay is plausible. A delay is implausible if it is shorter than the contents of the
    /// device's own buffer, which cannot have been heard yet.
    var isPossible = true
}

/// A lock-free ring buffer that passes position reports from an audio thread to another thread, like `SampleRing` for
/// samples. Reports that do not fit are dropped, because a clock fit (which maps frames to times) does not depend on
/// single reports.
// Unchecked: both threads access the memory of the reports; the two positions keep the accesses apart.
final class PointRing: @unchecked Sendable {
    /// Maximum number of reports, a power of two. It is enough for half a minute of the shortest periods in use.
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

    /// Adds a report. For the audio thread only. Realtime-safe.
    func write(_ point: StreamPoint) {
        let end = written.load(ordering: .relaxed)
        guard end - taken.load(ordering: .acquiring) < Self.capacity else {
            return
        }
        storage[end & (Self.capacity - 1)] = point
        written.store(end + 1, ordering: .releasing)
    }

    /// Removes and returns the oldest report, or returns nil if there is none. For the reading thread only.
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

/// Data shared by the threads of a transport during one opening of its devices.
final class TransportRun: Sendable {
    let playback: PlaybackRun
    /// Data of the capture, or nil if no microphone is open.
    let capture: CaptureRun?
    /// Whether the streams have to end, for any reason.
    let isEnding = Atomic<Bool>(false)

    private let reason = Mutex<AudioError?>(nil)

    init(playback: PlaybackRun, capture: CaptureRun?) {
        self.playback = playback
        self.capture = capture
    }

    /// The first error that ended the streams; nil if they were closed.
    var failure: AudioError? {
        reason.withLock { $0 }
    }

    /// Ends both streams, because one of them has ended.
    func end(_ end: StreamEnd, of side: AudioError.Side) {
        if end != .closed {
            reason.withLock { reason in
                reason = reason ?? AudioError(.lost, of: side, detail: end.description)
            }
        }
        isEnding.store(true, ordering: .releasing)
    }
}
