public import ParlandoCore

/// Plays a voice and keeps what it played for an ordinary thread, frame by frame: what the microphone's hearing needs to
/// know.
public final class PlayedSound: AudioVoice {
    /// Seconds that may wait to be fetched.
    private static let seconds = 4
    private static let runs = 4096

    private struct Run: BitwiseCopyable, Sendable {
        let frame: Int
        let count: Int
    }

    private let voice: any AudioVoice
    private let samples: SampleRing
    private let order = EventRing(minimumCapacity: runs, blank: Run(frame: 0, count: 0))

    /// - Parameter rate: of the playback stream, in Hz.
    public init(_ voice: any AudioVoice, rate: Int) {
        self.voice = voice
        samples = SampleRing(minimumCapacity: rate * Self.seconds)
    }

    /// Fills a block, on the audio thread. What nobody fetched in time is not kept. Realtime-safe: yes.
    public func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        voice.render(into: target, at: frame)
        guard samples.capacity - samples.count >= target.count, order.count < order.capacity else {
            return
        }
        samples.write(UnsafeBufferPointer(target))
        _ = order.put(Run(frame: frame, count: target.count))
    }

    /// Moves what was played since the last call into a reference. For one thread at a time.
    ///
    /// - Returns: the frame after the last one, nil: nothing was played meanwhile.
    public func move(into reference: LoudspeakerReference) -> Int? {
        var end: Int?
        while let run = order.take() {
            let sound = [Float](unsafeUninitializedCapacity: run.count) { room, count in
                count = samples.read(into: UnsafeMutableBufferPointer(rebasing: room[..<run.count]))
            }
            reference.add(sound, at: run.frame)
            end = run.frame + run.count
        }
        return end
    }
}
