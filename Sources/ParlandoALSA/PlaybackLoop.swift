import Dispatch
import Glibc
import ParlandoCore
import Synchronization

/// The loop of the audio thread while a loudspeaker is open: waits, renders, converts and writes samples.
///
/// The voice renders frames by their number. After an underrun the numbers skip the gap, so every later frame is heard
/// when it would have been heard without it.
///
/// Realtime-safe under the conditions given for `CaptureLoop`.
struct PlaybackLoop: ~Copyable {
    private static let waitMilliseconds: Int32 = 250
    /// Before a device that reports room but accepts no frames is polled again.
    private static let pauseMicroseconds: UInt32 = 2000
    /// Nanoseconds between signals to the delivering thread, whose work is not urgent.
    private static let bellInterval: Int64 = 250_000_000
    /// Until the device's own latency is stable.
    private static let settlingSeconds = 0.5
    /// Seconds by which a plausible delay is shorter than what is in the device's buffer. A sound server may have taken
    /// sound without having reported it yet.
    private static let untoldSeconds = 0.010

    private let pcm: PCM
    private let run: PlaybackRun
    private let voice: any AudioVoice
    private let doorbell: DispatchSemaphore
    private let conversion: PlaybackConversion
    private let rate: Double
    private var watch: DeviceWatch
    private var suspend: SuspendWatch
    /// The next frame that the voice renders.
    private var frame = 0
    /// Frames of silence before the next rendered frame.
    private var silence = 0
    /// Converted frames that have not been written yet.
    private var waiting = 0
    private var written = 0
    /// Value of `written` from which on the current frame numbers apply. What was written before the latest jump or
    /// restart was numbered differently.
    private var jumpEnd = 0
    private var leftOut = 0
    /// The latest report of what was heard; nil before the first.
    private var anchor: StreamPoint?
    /// In frames, from the first write after a start until it is heard; nil until it is known.
    private var startDelay: Int?
    private var firstWrite: Int64?
    private var lastBell: Int64 = 0

    init(_ pcm: consuming PCM, voice: any AudioVoice, run: PlaybackRun, doorbell: DispatchSemaphore) {
        conversion = PlaybackConversion(pcm.format)
        rate = Double(pcm.format.rate)
        watch = DeviceWatch(rate: pcm.format.rate, isZeroSuspicious: false, now: AudioClock.seconds())
        suspend = SuspendWatch(now: AudioClock.nanoseconds(), asleep: AudioClock.nanosecondsAsleep())
        self.pcm = pcm
        self.voice = voice
        self.run = run
        self.doorbell = doorbell
    }

    /// Frames still in the device in the end are discarded.
    mutating func play(until isEnding: borrowing Atomic<Bool>) -> StreamEnd {
        defer { pcm.drop() }
        while !isEnding.load(ordering: .acquiring) {
            if let end = step() {
                return end
            }
        }
        return .closed
    }

    /// Returns the reason to end playback, or nil to continue.
    private mutating func step() -> StreamEnd? {
        let filled = fill()
        if filled < 0 {
            return handle(filled)
        }
        if filled > 0 {
            watch.sawProgress(now: AudioClock.seconds())
            report()
        }
        let started = pcm.startPlaying()
        guard started >= 0 else {
            return handle(Int(started))
        }
        let ready = pcm.wait(milliseconds: Self.waitMilliseconds)
        guard suspend.saw(now: AudioClock.nanoseconds(), asleep: AudioClock.nanosecondsAsleep()) else {
            return .suspended
        }
        if filled == 0, ready != 0 {
            usleep(Self.pauseMicroseconds)
        }
        return watch.sawNothing(now: AudioClock.seconds()) ? nil : .stalled
    }

    /// Writes whole periods while there is room. Returns the number of frames, or a negative error number.
    private mutating func fill() -> Int {
        jump(by: run.takeRequest())
        var total = 0
        while true {
            let room = pcm.room()
            guard room >= (waiting > 0 ? 1 : conversion.frames) else {
                return room < 0 && room != -Int(EAGAIN) ? room : total
            }
            if waiting == 0 {
                render()
            }
            let got = pcm.write(from: conversion.bytes(from: conversion.frames - waiting), frames: min(waiting, room))
            guard got > 0 else {
                return got == 0 || got == -Int(EAGAIN) ? total : got
            }
            firstWrite = firstWrite ?? AudioClock.nanoseconds()
            waiting -= got
            written += got
            total += got
            run.count(frames: got)
        }
    }

    private mutating func render() {
        let frames = conversion.frames
        let quiet = min(silence, frames)
        if quiet > 0 {
            UnsafeMutableBufferPointer(rebasing: conversion.mono[..<quiet]).update(repeating: 0)
            silence -= quiet
        }
        if quiet < frames {
            voice.render(into: UnsafeMutableBufferPointer(rebasing: conversion.mono[quiet...]), at: frame)
            frame += frames - quiet
        }
        conversion.convert(frames: frames)
        waiting = frames
    }

    private mutating func handle(_ code: Int) -> StreamEnd? {
        switch Int32(clamping: -code) {
        case EINTR:
            return nil
        case EPIPE:
            return recover()
        case let number:
            return .failed(number)
        }
    }

    /// Restarts after an underrun, at the frame that would be heard now if there had been no gap.
    private mutating func recover() -> StreamEnd? {
        guard watch.sawXrun(now: AudioClock.seconds()) else {
            return .keepsRunningOut
        }
        let result = pcm.prepare()
        guard result >= 0 else {
            return .failed(-result)
        }
        waiting = 0
        silence = 0
        jumpEnd = written
        if let anchor {
            let passed = Double(AudioClock.nanoseconds() - anchor.time) * 1e-9 * rate
            jump(by: anchor.frame + Int(passed.rounded()) + (startDelay ?? 0) - frame)
        }
        run.countXrun()
        return nil
    }

    /// Adds silence if the number is negative.
    private mutating func jump(by frames: Int) {
        guard frames != 0 else {
            return
        }
        if frames > 0 {
            frame += frames
        } else {
            silence -= frames
        }
        leftOut += frames
        jumpEnd = written + waiting + silence
    }

    /// Reports nothing while the device still has frames from before the latest jump.
    private mutating func report() {
        let now = AudioClock.nanoseconds()
        guard let position = pcm.position(now: now), written - position.delay >= jumpEnd else {
            return
        }
        let heard = frame - waiting - position.delay
        let queued = pcm.format.buffer - position.room
        let point = StreamPoint(
            time: position.time, frame: heard, xruns: run.xruns, mark: leftOut,
            isPossible: Double(position.delay) >= Double(queued) - Self.untoldSeconds * rate)
        anchor = point
        run.points.write(point)
        if startDelay == nil, leftOut == 0, Double(frame) > Self.settlingSeconds * rate, let firstWrite {
            startDelay = Int(Double(point.time - firstWrite) * 1e-9 * rate) - heard
        }
        if now - lastBell >= Self.bellInterval {
            lastBell = now
            doorbell.signal()
        }
    }
}

/// Converts mono samples to a device's format, in memory allocated in advance. For the audio thread only.
final class PlaybackConversion {
    /// The front loudspeakers. Further channels stay silent.
    private static let channelsUsed = 2

    /// In one conversion.
    let frames: Int
    /// The voice renders into it, shape `[frames]`.
    let mono: UnsafeMutableBufferPointer<Float>

    private let raw: UnsafeMutableRawPointer
    private let encoding: PCM.Encoding
    private let channels: Int

    init(_ format: PCM.Format) {
        frames = format.period
        channels = format.channels
        encoding = format.encoding
        let bytes = format.period * format.channels * MemoryLayout<Int32>.size
        raw = .allocate(byteCount: bytes, alignment: MemoryLayout<Int32>.alignment)
        raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        mono = .allocate(capacity: format.period)
        mono.initialize(repeating: 0)
    }

    deinit {
        raw.deallocate()
        mono.deallocate()
    }

    /// Values out of range are clipped; NaN becomes silence. Realtime-safe.
    func convert(frames count: Int) {
        switch encoding {
        case .float32: spread(count) { $0 }
        case .int32: spread(count) { Int32(($0 * 0x1p31).rounded().clamped(to: -0x1p31, 0x1.fffffep30)) }
        case .int16: spread(count) { Int16(($0 * 0x1p15).rounded().clamped(to: -0x1p15, 0x1p15 - 1)) }
        }
    }

    /// Converted bytes from a frame on. Realtime-safe.
    func bytes(from frame: Int) -> UnsafeRawPointer {
        let width = encoding == .int16 ? MemoryLayout<Int16>.size : MemoryLayout<Int32>.size
        return UnsafeRawPointer(raw + frame * channels * width)
    }

    private func spread<Value: BitwiseCopyable>(_ count: Int, _ convert: (Float) -> Value) {
        let target = raw.assumingMemoryBound(to: Value.self)
        for frame in 0..<count {
            let sample = mono[frame]
            let value = convert(sample.isFinite ? sample.clamped(to: -1, 1) : 0)
            let silence = convert(0)
            for channel in 0..<channels {
                target[frame * channels + channel] = channel < Self.channelsUsed ? value : silence
            }
        }
    }
}

extension Float {
    fileprivate func clamped(to least: Float, _ most: Float) -> Float {
        Swift.min(Swift.max(self, least), most)
    }
}
