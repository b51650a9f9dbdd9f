import ParlandoCore

/// A sound that is being played. It begins at a fixed frame of the stream, independently of the block boundaries.
struct Sounding {
    /// A waveform at a fixed address in memory, so that the audio thread does no reference counting.
    typealias Waveform = UnsafeBufferPointer<Float>

    let waveform: Waveform
    /// Frame of its first sample in the stream.
    let start: Int

    /// Mixes the part within a block into the block. Realtime-safe.
    ///
    /// - Parameter frame: frame of the block's first sample.
    func mix(into block: UnsafeMutableBufferPointer<Float>, at frame: Int, volume: VolumeRamp) {
        let first = max(start, frame)
        let end = min(start + waveform.count, frame + block.count)
        guard first < end else {
            return
        }
        for position in first..<end {
            block[position - frame] += waveform[position - start] * volume.amplitude(at: position - frame)
        }
    }

    /// Returns whether the sound has ended before a frame. Realtime-safe.
    func isOver(at frame: Int) -> Bool {
        start + waveform.count <= frame
    }
}

/// The last two sounds of a kind. At a fast tempo, a sound begins before the previous one has died away.
struct LastSounds {
    private var last: Sounding?
    private var secondLast: Sounding?

    /// Adds a sound in place of the older one. Realtime-safe.
    mutating func add(_ sound: Sounding) {
        secondLast = last
        last = sound
    }

    /// Mixes both into a block. Realtime-safe.
    func mix(into block: UnsafeMutableBufferPointer<Float>, at frame: Int, volume: VolumeRamp) {
        secondLast?.mix(into: block, at: frame, volume: volume)
        last?.mix(into: block, at: frame, volume: volume)
    }
}

/// The waveforms of a metronome at one sample rate, in memory allocated for them.
final class MetronomeSounds {
    let accented: Sounding.Waveform
    let plain: Sounding.Waveform
    /// The soft click between two beats.
    let soft: Sounding.Waveform
    let guide: Sounding.Waveform

    /// - Parameter rate: sample rate in Hz.
    init(rate: Int) {
        accented = Self.kept(ClickSound.samples(rate: rate, accented: true))
        plain = Self.kept(ClickSound.samples(rate: rate, accented: false))
        soft = Self.kept(ClickSound.softSamples(rate: rate))
        guide = Self.kept(ClickSound.guideSamples(rate: rate))
    }

    deinit {
        accented.deallocate()
        plain.deallocate()
        soft.deallocate()
        guide.deallocate()
    }

    /// Returns the waveform of a click on a beat, or of the soft click between two beats if `stress` is nil.
    /// Realtime-safe.
    func click(_ stress: BeatStress?) -> Sounding.Waveform {
        switch stress {
        case .accented: accented
        case .plain, .silent: plain
        case nil: soft
        }
    }

    private static func kept(_ samples: [Float]) -> Sounding.Waveform {
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: samples.count)
        _ = memory.initialize(from: samples)
        return UnsafeBufferPointer(memory)
    }
}
