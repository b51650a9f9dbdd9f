import Dispatch
import Glibc
import ParlandoCore
import ParlandoSignal
import Synchronization

/// The loop of the audio thread while a microphone is open: waits, reads, converts and passes on samples.
///
/// Realtime-safe. All memory is allocated in `init`. The loop takes no lock, and its only system calls are those of
/// ALSA, the clock, a short sleep, and the wake-up of the delivering thread. `DispatchSemaphore.signal` is an atomic
/// increment with at most a futex wake, and never waits.
struct CaptureLoop: ~Copyable {
    /// Before a device that reports available frames but returns none is polled again.
    private static let pauseMicroseconds: UInt32 = 2_000
    private static let waitMilliseconds: Int32 = 250
    /// To read what remains of a device that is being closed.
    private static let tailSeconds = 1.0

    private let pcm: PCM
    private let run: CaptureRun
    private let doorbell: DispatchSemaphore
    private let conversion: SampleConversion
    private var watch: DeviceWatch

    /// - Parameters:
    ///   - pcm: has been started.
    ///   - doorbell: signalled when samples are available.
    init(_ pcm: consuming PCM, into run: CaptureRun, doorbell: DispatchSemaphore) {
        conversion = SampleConversion(pcm.format)
        watch = DeviceWatch(rate: pcm.format.rate, isZeroSuspicious: pcm.isPipeWire, now: AudioClock.seconds())
        self.pcm = pcm
        self.run = run
        self.doorbell = doorbell
    }

    /// - Parameters:
    ///   - isReplaced: whether another device is to be read in place of this one.
    ///   - readsTail: whether frames captured before either are still read.
    mutating func capture(
        until isClosing: borrowing Atomic<Bool>, or isReplaced: borrowing Atomic<Bool>, readsTail: Bool = true
    ) -> StreamEnd {
        while !isClosing.load(ordering: .acquiring), !isReplaced.load(ordering: .acquiring) {
            if let end = step() {
                return end
            }
        }
        if readsTail {
            readTail()
        }
        return isClosing.load(ordering: .acquiring) ? .closed : .replaced
    }

    /// Returns the reason to end the capture, or nil to continue.
    private mutating func step() -> StreamEnd? {
        let ready = pcm.wait(milliseconds: Self.waitMilliseconds)
        let got = pcm.read(into: conversion.raw, frames: conversion.frames)
        if got > 0 {
            return take(got) ? nil : .fellSilent
        }
        // Waiting reports an overrun as EIO if the driver has not noticed it yet, so the result of the read takes
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
            // Written before the samples, so that their reader finds the position that belongs to them.
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

    /// Frames that were captured before the close but have not arrived yet.
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

/// Shared by the audio thread and the delivering thread while a microphone is open.
final class CaptureRun: Sendable {
    /// Seconds for which the delivering thread may be late without losing samples.
    private static let ringSeconds = 8

    let rate: Int
    /// Mono, at `rate`.
    let ring: SampleRing

    /// At each read; nil if positions are not needed.
    let points: PointRing?

    private let captured = Atomic<Int>(0)
    private let overruns = Atomic<Int>(0)

    init(rate: Int, points: PointRing? = nil) {
        self.rate = rate
        self.points = points
        ring = SampleRing(minimumCapacity: rate * Self.ringSeconds)
    }

    var frames: Int {
        captured.load(ordering: .relaxed)
    }

    /// Times that the device dropped samples because they were not read in time.
    var xruns: Int {
        overruns.load(ordering: .relaxed)
    }

    /// Realtime-safe.
    func add(_ mono: UnsafeBufferPointer<Float>) {
        captured.add(mono.count, ordering: .relaxed)
        ring.write(mono)
    }

    /// Realtime-safe.
    func countXrun() {
        overruns.add(1, ordering: .relaxed)
    }
}

/// Converts a device's samples to mono, in memory allocated in advance. For the audio thread only.
final class SampleConversion {
    let frames: Int
    /// The device's samples are read into it.
    let raw: UnsafeMutableRawPointer

    /// A device with float samples may exceed full scale, but not by more than 40 dB.
    private static let loudest: Float = 100

    private let encoding: PCM.Encoding
    private let channels: Int
    private let floats: UnsafeMutableBufferPointer<Float>
    private let mono: UnsafeMutableBufferPointer<Float>

    /// - Parameter format: its period is the maximum number of frames in one conversion.
    init(_ format: PCM.Format) {
        frames = format.period
        channels = format.channels
        encoding = format.encoding
        let samples = frames * channels
        raw = .allocate(byteCount: samples * MemoryLayout<Int32>.size, alignment: MemoryLayout<Int32>.alignment)
        floats = .allocate(capacity: samples)
        mono = .allocate(capacity: frames)
        raw.initializeMemory(as: UInt8.self, repeating: 0, count: samples * MemoryLayout<Int32>.size)
        floats.initialize(repeating: 0)
        mono.initialize(repeating: 0)
    }

    deinit {
        raw.deallocate()
        floats.deallocate()
        mono.deallocate()
    }

    /// The first `count` frames of `raw`, full scale ±1. Realtime-safe.
    func mono(frames count: Int) -> UnsafeBufferPointer<Float> {
        let samples = count * channels
        switch encoding {
        case .float32: copy(samples) { (value: Float) in value.bounded(by: Self.loudest) }
        case .int32: copy(samples) { (value: Int32) in Float(value) * 0x1p-31 }
        case .int16: copy(samples) { (value: Int16) in Float(value) * 0x1p-15 }
        }
        Downmix.mono(UnsafeBufferPointer(rebasing: floats[0..<samples]), channels: channels, into: mono)
        return UnsafeBufferPointer(rebasing: mono[0..<count])
    }

    private func copy<Value: BitwiseCopyable>(_ samples: Int, _ convert: (Value) -> Float) {
        let source = raw.assumingMemoryBound(to: Value.self)
        for index in 0..<samples {
            floats[index] = convert(source[index])
        }
    }
}
