import Dispatch
import Logging
import ParlandoCore
import Synchronization

/// A session of a microphone, from open to close. It continues after any number of device losses.
///
/// Uses two threads. The audio thread opens, reads and reopens the device; the delivering thread does work that may
/// block.
final class CaptureSession: Sendable {
    /// Interval between attempts to open a lost device, in milliseconds.
    private static let retryMilliseconds = 500

    let delivery: CaptureDelivery

    private let device: AudioDevice.ID
    private let logger: Logger
    /// Semaphore signalled when the session is closed. The audio thread waits for it between attempts to open the
    /// device.
    private let farewell: DispatchSemaphore
    private let opening = Opening(of: .microphone)

    init(_ device: AudioDevice.ID, logger: Logger) {
        self.device = device
        self.logger = logger
        let farewell = DispatchSemaphore(value: 0)
        self.farewell = farewell
        delivery = CaptureDelivery(logger: logger) { farewell.signal() }
    }

    /// Opens the device and returns once it captures.
    ///
    /// - Parameter earlier: closed session that may still hold the device.
    func open(after earlier: CaptureSession?) async throws(AudioError) {
        try await opening.wait("parlando-audio", after: earlier?.opening) {
            self.live()
        } giveUp: { [weak self] in
            self?.close()
        }
    }

    /// Closes the session; sound captured so far is still delivered. Returns at once. Thread-safe; may be called
    /// repeatedly.
    func close() {
        delivery.close()
        farewell.signal()
    }
}

/// Code that runs on the audio thread.
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
            // A device that only fell silent is reopened. If it cannot be opened at once, it is lost like any other.
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

    /// Reports that the device is lost, unless `isLost` says that this has been reported already. Sets `isLost` to
    /// true.
    private func report(_ end: StreamEnd, isLost: inout Bool) {
        if !isLost {
            delivery.post(.lost(AudioError(.lost, detail: end.description)))
        }
        isLost = true
    }

    /// Captures until the session is closed or the device is lost. Returns the reason; the device is then closed.
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

    /// Tries to open the device until it is available again. If an attempt fails, reports that the device is lost
    /// (once, see `isLost`). Returns nil if the session was closed.
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
