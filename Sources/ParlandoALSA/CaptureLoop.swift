import Dispatch
import Glibc
import ParlandoSignal
import Synchronization

/// The loop of the audio thread while a microphone is open: waits, reads, converts and passes on samples.
///
/// Realtime-safe. All memory is allocated in `init`. The loop takes no lock, and its only system calls are those of
/// ALSA, the clock, a short sleep, and the wake-up of the delivering thread. `DispatchSemaphore.signal` is an atomic
/// increment with at most a futex wake, and never waits.
struct CaptureLoop: ~Copyable {
    /// Pause before polling again a device that reports available frames but returns none, in microseconds.
    private static let pauseMicroseconds: UInt32 = 2_000
    private static let waitMilliseconds: Int32 = 250
    /// Maximum time for reading the remaining frames of a device that is being closed, in seconds.
    private static let tailSeconds = 1.0

    private let pcm: PCM
    private let run: CaptureRun
    private let doorbell: DispatchSemaphore
    private let conversion: SampleConversion
    private var watch: DeviceWatch

    /// - Parameters:
    ///   - pcm: device that has been started.
    ///   - doorbell: semaphore that is signalled when samples are available.
    init(_ pcm: consuming PCM, into run: CaptureRun, doorbell: DispatchSemaphore) {
        conversion = SampleConversion(pcm.format)
        watch = DeviceWatch(rate: pcm.format.rate, isZeroSuspicious: pcm.isPipeWire, now: AudioClock.seconds())
        self.pcm = pcm
        self.run = run
        self.doorbell = doorbell
    }

    /// Captures until `isClosing` is set or the device is lost.
    ///
    /// - Parameter readsTail: whether frames captured before the close are still read.
    mutating func capture(until isClosing: borrowing Atomic<Bool>, readsTail: Bool = true) -> StreamEnd {
        while !isClosing.load(ordering: .acquiring) {
            if let end = step() {
                return end
            }
        }
        if readsTail {
            readTail()
        }
        return .closed
    }

    /// Waits for frames and reads once. Returns the reason to end the capture, or nil to continue.
    private mutating func step() -> StreamEnd? {
        let ready = pcm.wait(milliseconds: Self.waitMilliseconds)
        let got = pcm.read(into: conversion.raw, frames: conversion.frames)
        if got > 0 {
            return take(got) ? nil : .fellSilent
        }
        // Waiting reports an overrun as EIO if the driver has not noticed it yet, so that the result of the read takes
        // precedence.
        let hasNews = got < 0 && got != -Int(EAGAIN)
        let code = hasNews || ready >= 0 ? Int32(clamping: got) : ready
        switch -code {
        case 0, EAGAIN, EINTR:
            return idle(promised: ready > 0)
        case EPIPE:
            return recover()
        default:
            return .failed(-code)
        }
    }

    private mutating func take(_ frames: Int) -> Bool {
        let mono = conversion.mono(frames: frames)
        if let points = run.points, let position = pcm.position(now: AudioClock.nanoseconds()) {
            // The position is written before the samples, so that the reader of the samples finds the position that
            // belongs to them.
            let before = run.frames
            let captured = before + frames + position.delay
            points.write(StreamPoint(time: position.time, frame: captured, xruns: run.xruns, mark: before))
        }
        run.add(mono)
        doorbell.signal()
        return watch.sawFrames(mono, now: AudioClock.seconds())
    }

    private func idle(promised: Bool) -> StreamEnd? {
        if promised {
            usleep(Self.pauseMicroseconds)
        }
        return watch.sawNothing(now: AudioClock.seconds()) ? nil : .stalled
    }

    private mutating func recover() -> StreamEnd? {
        guard watch.sawXrun(now: AudioClock.seconds()) else {
            return .keepsRunningOut
        }
        let result = pcm.start()
        guard result >= 0 else {
            return .failed(-result)
        }
        run.countXrun()
        return nil
    }

    /// Reads frames that were captured before the close but have not arrived yet.
    private mutating func readTail() {
        let deadline = AudioClock.seconds() + Self.tailSeconds
        var owed = pcm.framesOwed()
        while owed > 0 && AudioClock.seconds() < deadline {
            let ready = pcm.wait(milliseconds: Self.waitMilliseconds)
            let got = pcm.read(into: conversion.raw, frames: min(conversion.frames, owed))
            guard got > 0 || (got == -Int(EAGAIN) && ready > 0) else {
                return
            }
            if got > 0 {
                _ = take(got)
                owed -= got
            } else {
                usleep(Self.pauseMicroseconds)
            }
        }
    }
}
