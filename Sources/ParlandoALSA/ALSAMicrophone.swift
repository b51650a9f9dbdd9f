import Dispatch
import Logging
public import ParlandoCore
import Synchronization

/// Captures sound through ALSA: any card, PulseAudio and PipeWire, at any sample rate and number of channels. Blocks
/// are 20 ms long; the last one before a loss or the end may be shorter. Thread-safe. No call blocks.
public final class ALSAMicrophone: Microphone {
    private let current = Mutex<CaptureSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        close()
    }

    /// Opens a device by its ALSA name (nil means `default`) and returns once it captures. An earlier capture is closed
    /// first.
    ///
    /// Throws `AudioError`; `failed` may also mean that the sound system did not respond within five seconds.
    public func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let session = CaptureSession(device ?? AudioDevice.systemDefault.id, logger: logger)
        let earlier = current.withLock { current in
            defer { current = session }
            return current
        }
        earlier?.close()
        try await session.open(after: earlier)
        return session.delivery.events
    }

    public func close() {
        current.withLock { $0 }?.close()
    }

    /// Of the last capture.
    var tally: CaptureTally {
        current.withLock { $0?.delivery.tally } ?? CaptureTally()
    }
}

/// A session of a microphone, from open to close, over any number of device losses.
///
/// The audio thread opens, reads and reopens the device; the delivering thread does what may block.
final class CaptureSession: Sendable {
    /// Between attempts to open a lost device.
    private static let retryMilliseconds = 500

    let delivery: CaptureDelivery

    private let device: AudioDevice.ID
    private let logger: Logger
    /// Signalled at the end. The audio thread waits for it between attempts to open the device.
    private let farewell: DispatchSemaphore
    private let opening = Opening(of: .microphone)

    init(_ device: AudioDevice.ID, logger: Logger) {
        self.device = device
        self.logger = logger
        let farewell = DispatchSemaphore(value: 0)
        self.farewell = farewell
        delivery = CaptureDelivery(logger: logger) { farewell.signal() }
    }

    /// Returns once the device captures.
    ///
    /// - Parameter earlier: closed session that may still hold the device.
    func open(after earlier: CaptureSession?) async throws(AudioError) {
        try await opening.wait("parlando-audio", after: earlier?.opening) {
            self.live()
        } giveUp: { [weak self] in
            self?.close()
        }
    }

    /// Returns at once; sound captured so far is still delivered. Thread-safe; may be called repeatedly.
    func close() {
        delivery.close()
        farewell.signal()
    }
}

/// The audio thread.
extension CaptureSession {
    private func live() {
        do throws(AudioError) {
            let pcm = try started()
            guard AudioThread.run("parlando-sound", { self.delivery.deliver() }) else {
                throw AudioError(.failed, detail: "no thread")
            }
            opening.answer(.success(()))
            capture(pcm)
            delivery.post(.closed)
        } catch {
            logger.notice("cannot listen", metadata: ["device": "\(device)", "error": "\(error.detail)"])
            opening.answer(.failure(error))
        }
    }

    private func capture(_ first: consuming PCM) {
        var end = run(first)
        while end != .closed {
            var isLost = false
            // A device that only fell silent is reopened. If that fails, it is lost like any other.
            if end != .fellSilent {
                report(end, isLost: &isLost)
            }
            guard let next = reopened(after: end, isLost: &isLost) else {
                return
            }
            if isLost {
                delivery.post(.restored(namedDevice()))
            }
            end = run(next)
        }
    }

    /// Reports a loss once, see `isLost`.
    private func report(_ end: StreamEnd, isLost: inout Bool) {
        if !isLost {
            delivery.post(.lost(AudioError(.lost, detail: end.description)))
        }
        isLost = true
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
        let end = loop.capture(until: delivery.isClosing)
        AudioThread.leaveRealTime()
        delivery.post(.ended(end))
        return end
    }

    private func started() throws(AudioError) -> PCM {
        let pcm = try PCM(device, .listening)
        let result = pcm.start()
        guard result >= 0 else {
            throw AudioError(alsa: result, doing: "start \(device)")
        }
        return pcm
    }

    /// Tries until the device is available again. Returns nil if the session was closed.
    private func reopened(after end: StreamEnd, isLost: inout Bool) -> PCM? {
        while !delivery.isClosing.load(ordering: .acquiring) {
            do throws(AudioError) {
                return try started()
            } catch {
                report(end, isLost: &isLost)
                logger.debug("still lost", metadata: ["device": "\(device)", "error": "\(error.detail)"])
                _ = farewell.wait(timeout: .now() + .milliseconds(Self.retryMilliseconds))
            }
        }
        return nil
    }

    private func namedDevice() -> AudioDevice {
        DeviceListing.devices(PCM.hints(.capture)).first { $0.id == device } ?? AudioDevice(id: device, name: "")
    }
}
