import ParlandoCore
import ParlandoSignal

/// Cuts the sound of one run into blocks at the rate everything above works at. For the delivering thread only.
final class RunDelivery {
    /// 20 ms: small enough to be prompt, large enough not to wake anybody for nothing.
    static let blockSamples = AudioBlock.sampleRate / 50
    /// Frames fetched at a time.
    private static let batch = 4096

    let run: CaptureRun

    private let resampler: Resampler
    private var pending: [Float] = []
    private var room = [Float](repeating: 0, count: batch)

    /// Nil when the device's rate is so absurd that nothing can be made of it.
    init?(_ run: CaptureRun) {
        guard let resampler = Resampler(rate: run.rate, channels: 1) else {
            return nil
        }
        self.run = run
        self.resampler = resampler
    }

    /// Whole blocks of what has come since the last time.
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

    /// The rest, when no more sound will come; its last block may be short.
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
