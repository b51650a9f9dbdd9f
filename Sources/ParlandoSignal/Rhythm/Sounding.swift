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

/// The waveforms of a metronome at one sample rate, in memory allocated for them.
final class MetronomeSounds {
    let accented: Sounding.Waveform
    let plain: Sounding.Waveform
    let guide: Sounding.Waveform

    /// - Parameter rate: sample rate in Hz.
    init(rate: Int) {
        accented = Self.kept(ClickSound.samples(rate: rate, accented: true))
        plain = Self.kept(ClickSound.samples(rate: rate, accented: false))
        guide = Self.kept(ClickSound.guideSamples(rate: rate))
    }

    deinit {
        accented.deallocate()
        plain.deallocate()
        guide.deallocate()
    }

    private static func kept(_ samples: [Float]) -> Sounding.Waveform {
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: samples.count)
        _ = memory.initialize(from: samples)
        return UnsafeBufferPointer(memory)
    }
}
