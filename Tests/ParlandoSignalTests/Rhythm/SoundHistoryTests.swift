import Testing

@testable import ParlandoSignal

@Suite struct SoundHistoryTests {
    /// A history of 8 frames that has been given 11: the frames 3 to 10 are there.
    private let sound = SoundHistory(frames: 8)

    init() {
        for frame in 0..<11 {
            sound.append(Float(frame + 1))
        }
    }

    @Test(arguments: -20...20) func aCopyIsWhatEachFrameIs(start: Int) {
        var copy = [Float](repeating: -1, count: 12)
        copy.withUnsafeMutableBufferPointer { sound.copy(from: start, into: $0) }
        #expect(copy == (start..<start + 12).map { sound[$0] })
        let kept = (start..<start + 12).map { frame -> Float in (3...10).contains(frame) ? Float(frame + 1) : 0 }
        #expect(copy == kept)
    }
}
