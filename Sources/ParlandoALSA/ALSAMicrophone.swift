import Dispatch
import Logging
public import ParlandoCore
import Synchronization

/// Captures sound through ALSA: any card, PulseAudio and PipeWire, at any sample rate and number of channels. Blocks
/// are 20 ms long; the last one before a loss or the end may be shorter. Thread-safe. No call blocks.
public final class ALSAMicrophone: Microphone {
    private let current = Mutex<CaptureSession?>(nil)
    private let logger: Logger

    public init() {
        logger = Logger(label: "parlando.audio")
    }

    init(logger: Logger) {
        self.logger = logger
    }

    deinit {
        close()
    }

    /// Opens a device by its ALSA name (nil means `default`) and returns once it captures. An earlier capture is closed
    /// first. `AudioDevice.computer` follows the sound server's default loudspeaker; it is lost only without any.
    ///
    /// Throws `AudioError`; `failed` may also mean that the sound system did not respond within five seconds.
    public func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let session = CaptureSession(device ?? AudioDevice.systemDefault.id, logger: logger)
        let earlier = current.replace(with: session)
        earlier?.close()
        try await session.opening.wait(
            "parlando-audio", after: earlier?.opening, live: session.live, giveUp: session.close)
        return session.delivery.events
    }

    public func close() {
        current.withLock { $0 }?.close()
    }
}

/// A session of a microphone, from open to close, over any number of device losses.
///
/// The audio thread opens, reads and reopens the device; the delivering thread does what may block.
final class CaptureSession: Sendable {
    /// Between attempts to open a lost device.
    private static let retryMilliseconds = 500
    /// Likewise if the sound server has no loudspeaker or is gone: a `ServerWatch` tells when that changes, unless the
    /// server is on another computer.
    private static let patienceMilliseconds = 10_000

    let delivery: CaptureDelivery

    private let device: AudioDevice.ID
    private let logger: Logger
    /// Signalled at the end. The audio thread waits for it between attempts to open the device.
    private let farewell = DispatchSemaphore(value: 0)
    let opening = Opening(of: .microphone)
    private let monitor = Mutex(Monitor())
    /// Whether another monitor is to be read than the one that is open, or that one is gone.
    private let isReplaced = Atomic<Bool>(false)

    init(_ device: AudioDevice.ID, logger: Logger) {
        self.device = device
        self.logger = logger
        delivery = CaptureDelivery(logger: logger) { [farewell] in farewell.signal() }
    }

    /// Returns at once; sound captured so far is still delivered. Thread-safe; may be called repeatedly.
    func close() {
        delivery.close()
        farewell.signal()
    }
}

/// The audio thread.
extension CaptureSession {
    fileprivate func live() {
        do throws(AudioError) {
            let pcm = try started()
            guard AudioThread.run("parlando-sound", { self.delivery.deliver() }) else {
                throw AudioError(.failed, detail: "no thread")
            }
            opening.answer(.success(()))
            let watch = AudioDevice.isPlayed(device) ? ServerWatch { self.follow($0) } : nil
            capture(pcm)
            watch?.cancel()
            monitor.withLock { $0.next = nil }
            delivery.post(.closed)
        } catch {
            logger.notice("cannot listen", metadata: ["device": "\(device)", "error": "\(error.detail)"])
            opening.answer(.failure(error))
        }
    }

    private func capture(_ first: consuming PCM) {
        var end = run(first)
        while end != .closed, let next = reopened(after: end) {
            end = run(next)
        }
    }

    /// Returns when the session is closed or the device is lost. The device is then closed.
    private func run(_ pcm: consuming PCM) -> StreamEnd {
        let format = pcm.format
        let run = CaptureRun(rate: format.rate)
        var loop = CaptureLoop(pcm, into: run, doorbell: delivery.doorbell)
        delivery.post(.began(run))
        let isRealTime = AudioThread.enterRealTime()
        logger.debug(
            "device",
            metadata: ["device": "\(device)", "format": "\(format)", "real-time": "\(isRealTime)"])
        let end = loop.capture(until: delivery.isClosing, or: isReplaced)
        AudioThread.leaveRealTime()
        delivery.post(.ended(end))
        return end
    }

    private func start(_ device: AudioDevice.ID) throws(AudioError) -> PCM {
        let pcm = try PCM(device, .listening)
        let result = pcm.start()
        guard result >= 0 else {
            throw AudioError(alsa: result, doing: "start \(device)")
        }
        return pcm
    }

    /// Tries until the device is available again. Returns nil if the session was closed.
    private func reopened(after end: StreamEnd) -> PCM? {
        // A silent device, and what the computer plays, are reopened. If that fails, they are lost like any other.
        var isLost = end != .fellSilent && !isOfComputer
        let loss = CaptureDelivery.News.event(.lost(AudioError(.lost, detail: end.description)))
        if isLost {
            delivery.post(loss)
        }
        while !delivery.isClosing.load(ordering: .acquiring) {
            do throws(AudioError) {
                let pcm = try started()
                if isLost {
                    delivery.post(.event(.restored))
                }
                return pcm
            } catch {
                if !isLost {
                    delivery.post(loss)
                }
                isLost = true
                logger.debug("still lost", metadata: ["device": "\(device)", "error": "\(error.detail)"])
                let isAwaited = isOfComputer && monitor.withLock { $0.defaults?.sink == nil }
                let pause = isAwaited ? Self.patienceMilliseconds : Self.retryMilliseconds
                _ = farewell.wait(timeout: .now() + .milliseconds(pause))
            }
        }
        return nil
    }
}

/// What the computer plays: the monitor of the sound server's default sink, or one that the user chose.
extension CaptureSession {
    struct Monitor: ~Copyable {
        /// What the latest monitor was opened for.
        var defaults: ServerDefaults?
        /// The server's number of the one that the user chose; nil if it is not known.
        var index: UInt32?
        /// Whether the server does not have that one.
        var isGone = false
        /// Open and started. It keeps two seconds of sound until it is read.
        var next: PCM?
    }

    private var isOfComputer: Bool {
        device == AudioDevice.computer.id
    }

    private func started() throws(AudioError) -> PCM {
        try monitor.withLock { monitor throws(AudioError) in
            isReplaced.store(false, ordering: .releasing)
            guard !monitor.isGone else {
                throw AudioError(.noDevice, detail: "its loudspeaker is gone")
            }
            if let next = monitor.next.take() {
                return next
            }
            guard isOfComputer else {
                return try start(device)
            }
            monitor.defaults = SoundServer()?.defaults()
            return try start(DeviceListing.monitor(monitor.defaults))
        }
    }

    /// On the thread of the watch. The next monitor captures before the last one is closed, so that no sound is lost.
    ///
    /// Also if only the default microphone is another one: PulseAudio may move a monitor's stream to it.
    private func follow(_ server: SoundServer?) {
        monitor.withLock { monitor in
            guard isOfComputer else {
                return followChosen(server, &monitor)
            }
            guard !delivery.isClosing.load(ordering: .acquiring), let defaults = server?.defaults(),
                defaults != monitor.defaults
            else {
                return
            }
            monitor.defaults = defaults
            // If that fails, the audio thread tries again and reports it.
            monitor.next = try? start(DeviceListing.monitor(defaults))
            isReplaced.store(true, ordering: .releasing)
            farewell.signal()
        }
    }

    /// The server may have moved the stream of one that is gone to a microphone, also if another one has its name now.
    private func followChosen(_ server: SoundServer?, _ monitor: inout Monitor) {
        let sources = server?.devices(.capture) ?? []
        let index = sources.first { DeviceListing.opening($0.name) == device }?.index
        // A device may also have been named by hand.
        let isKnown = index != nil || sources.contains { device.contains($0.name) }
        monitor.isGone = !sources.isEmpty && !isKnown && device.hasPrefix("pulse:")
        if monitor.isGone || monitor.index != nil && index != nil && index != monitor.index {
            isReplaced.store(true, ordering: .releasing)
        }
        monitor.index = index
    }
}
