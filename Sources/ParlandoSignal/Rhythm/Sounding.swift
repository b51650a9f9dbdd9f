/// A sound that is being played: it begins on one frame of the stream, whichever blocks are asked for.
struct Sounding {
    /// A waveform that stays where it is in memory, so that the audio thread counts no references.
    typealias Waveform = UnsafeBufferPointer<Float>

    let waveform: Waveform
    /// Frame of the stream of its first sample.
    let start: Int

    /// Adds what falls into a block. Realtime-safe: yes.
    ///
    /// - Parameter frame: of the block's first sample.
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

    /// Whether nothing of it is left to be played from a frame on. Realtime-safe: yes.
    func isOver(at frame: Int) -> Bool {
        start + waveform.count <= frame
    }
}

/// The waveforms of a metronome at one rate, in memory of their own.
final class MetronomeSounds {
    let accented: Sounding.Waveform
    let plain: Sounding.Waveform
    let guide: Sounding.Waveform

    /// - Parameter rate: in Hz.
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
