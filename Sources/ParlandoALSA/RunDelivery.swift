import ParlandoCore
import ParlandoSignal

/// Resamples the sound of one run to `AudioBlock.sampleRate` and divides it into blocks. For the delivering thread
/// only.
final class RunDelivery {
    /// Number of samples in a block: 20 ms. Short enough for a small delay, long enough to avoid needless wake-ups.
    static let blockSamples = AudioBlock.sampleRate / 50
    /// Number of frames fetched at a time.
    private static let batch = 4096

    let run: CaptureRun

    private let resampler: Resampler
    private var pending: [Float] = []
    private var room = [Float](repeating: 0, count: batch)

    /// Nil if the sample rate of the device cannot be converted.
    init?(_ run: CaptureRun) {
        guard let resampler = Resampler(rate: run.rate, channels: 1) else {
            return nil
        }
        self.run = run
        self.resampler = resampler
    }

    /// Returns the whole blocks received since the last call.
    func fetch() -> [AudioBlock] {
        var got = 0
        repeat {
            room.withUnsafeMutableBufferPointer { room in
                got = run.ring.read(into: room)
                pending += resampler.process(UnsafeBufferPointer(rebasing: room[0..<got]))
            }
        } while got == Self.batch
        return cut(wholeOnly: true)
    }

    /// Returns the remaining blocks at the end of the sound. The last block may be shorter.
    func finish() -> [AudioBlock] {
        pending += resampler.finish()
        return cut(wholeOnly: false)
    }

    private func cut(wholeOnly: Bool) -> [AudioBlock] {
        let end = wholeOnly ? pending.count - pending.count % Self.blockSamples : pending.count
        let blocks = stride(from: 0, to: end, by: Self.blockSamples).map { start in
            AudioBlock(samples: Array(pending[start..<min(start + Self.blockSamples, end)]))
        }
        pending.removeFirst(end)
        return blocks
    }
}
