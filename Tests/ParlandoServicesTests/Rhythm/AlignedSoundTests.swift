import ParlandoCore
import ParlandoSignal
import Testing

@testable import ParlandoServices

/// Sound of devices whose clock fits are known exactly: each frame is heard when it is played.
@Suite struct AlignedSoundTests {
    private static let rate = 48_000
    private static let block = 480

    /// The number of lost frames is corrected once the device reports its position reliably again.
    @Test(arguments: [0, 500, -500])
    func aStrokeAfterAnOverrunIsWhereItWas(correction: Int) throws {
        let sound = PlayedSound(SilentVoice(), rate: Self.rate)
        var aligned = AlignedSound(sound, playbackRate: Self.rate, captureRate: Self.rate)
        let map = TimeMap(anchorFrame: 0, anchorTime: HostTime(nanoseconds: 1), rate: Double(Self.rate))
        for event in [TransportEvent.playback(map), .capture(map)] {
            for _ in 0..<3 {
                _ = aligned.take(event)
            }
        }
        var room = [Float](repeating: 0, count: 96_000)
        room.withUnsafeMutableBufferPointer { sound.render(into: $0, at: 0) }
        var heard = 0
        var lost = 0
        for number in 0..<60 {
            lost += number == 20 ? 2000 : number == 40 ? correction : 0
            let block = CapturedBlock(
                samples: [Float](repeating: 0, count: Self.block), frame: number * Self.block + lost)
            for piece in aligned.take(.block(block)) {
                #expect(piece.samples.count == piece.reference.count)
                heard += piece.samples.count
            }
        }
        let due = try #require(aligned.due(afterFrames: Double(heard)))
        #expect(abs(due - Double(60 * Self.block + lost)) < 1e-6)
    }

    private struct SilentVoice: AudioVoice {
        func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
            target.update(repeating: 0)
        }
    }
}
