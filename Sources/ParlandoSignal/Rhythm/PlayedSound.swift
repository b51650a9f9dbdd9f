public import ParlandoCore

/// Plays a voice and records the played samples with their frames for an ordinary thread, as needed for stroke
/// detection.
public final class PlayedSound: AudioVoice {
    /// Maximum duration of samples waiting to be fetched, in seconds.
    private static let seconds = 4
    private static let runs = 4096

    private struct Run: BitwiseCopyable, Sendable {
        let frame: Int
        let count: Int
    }

    private let voice: any AudioVoice
    private let samples: SampleRing
    private let order = EventRing(minimumCapacity: runs, blank: Run(frame: 0, count: 0))

    /// - Parameter rate: sample rate of the playback stream in Hz.
    public init(_ voice: any AudioVoice, rate: Int) {
        self.voice = voice
        samples = SampleRing(minimumCapacity: rate * Self.seconds)
    }

    /// Renders a block on the audio thread. If the buffer is full, the block is not recorded. Realtime-safe.
    public func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        voice.render(into: target, at: frame)
        guard samples.capacity - samples.count >= target.count, order.count < order.capacity else {
            return
        }
        samples.write(UnsafeBufferPointer(target))
        _ = order.put(Run(frame: frame, count: target.count))
    }

    /// Moves the samples played since the last call into a reference. Not thread-safe.
    ///
    /// - Returns: the frame after the last one; nil if nothing was played.
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
