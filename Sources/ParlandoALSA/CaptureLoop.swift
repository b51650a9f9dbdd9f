import Dispatch
import Glibc
import ParlandoSignal
import Synchronization

/// What the audio thread does while a device is open: wait, read, convert, hand over.
///
/// Realtime-safe: yes. All memory is taken in `init`. There is no lock of ours in the loop, and the only system calls
/// are ALSA's, the clock and, where the delivering thread sleeps, the one that wakes it: `DispatchSemaphore.signal` is
/// an atomic increment and at most a futex wake, and never waits.
struct CaptureLoop: ~Copyable {
    /// A device that promises frames and has none is asked again after this long.
    private static let pauseMicroseconds: UInt32 = 2_000
    private static let waitMilliseconds: Int32 = 250
    /// Longest time spent on what the device still holds when it is closed.
    private static let tailSeconds = 1.0

    private let pcm: PCM
    private let run: CaptureRun
    private let doorbell: DispatchSemaphore
    private let conversion: SampleConversion
    private var watch: DeviceWatch

    /// - Parameters:
    ///   - pcm: a device that has been started.
    ///   - doorbell: is rung when there is something to fetch.
    init(_ pcm: consuming PCM, into run: CaptureRun, doorbell: DispatchSemaphore) {
        conversion = SampleConversion(pcm.format)
        watch = DeviceWatch(rate: pcm.format.rate, isZeroSuspicious: pcm.isPipeWire, now: AudioClock.seconds())
        self.pcm = pcm
        self.run = run
        self.doorbell = doorbell
    }

    /// Captures until it is told to close or the device is gone.
    ///
    /// - Parameter readsTail: whether what was captured before the close is still wanted.
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

    /// One wait and one read. Nil: go on.
    private mutating func step() -> StreamEnd? {
        let ready = pcm.wait(milliseconds: Self.waitMilliseconds)
        let got = pcm.read(into: conversion.raw, frames: conversion.frames)
        if got > 0 {
            return take(got) ? nil : .fellSilent
        }
        // Waiting calls an overrun EIO when the driver has not noticed yet, so reading is asked first.
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
            // Before the sound itself: whoever fetches the sound finds the report that belongs to it.
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

    /// Reads what was captured before the close and is still on its way.
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
