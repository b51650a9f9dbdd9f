import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct LoudspeakerReferenceTests {
    @Test func theReferenceFollowsClocksThatRunApart() {
        let reference = LoudspeakerReference(playbackRate: 48_000, captureRate: 48_000)
        let tone = ToneMaker.tone(frequency: 1000, seconds: 3, rate: 48_000)
        reference.add(tone, at: 0)
        let origin = HostTime(nanoseconds: 0)
        let playback = TimeMap(anchorFrame: 0, anchorTime: origin, rate: 48_000)
        let capture = TimeMap(anchorFrame: 0, anchorTime: origin, rate: 48_004.8)
        for block in 0..<200 {
            let samples = reference.reference(
                frame: block * 480, count: 480, capture: capture, playback: playback)
            let position = (Double(block * 480) / 48_004.8 + StrokeDetector.referenceLead) * 48_000
            let whole = Int(position.rounded())
            #expect(abs(samples[0] - tone[whole]) < 0.05)
        }
    }

    @Test func aReferenceThatIsLaidAnewFollowsTheLinesOfThen() throws {
        let reference = LoudspeakerReference(playbackRate: 48_000, captureRate: 48_000)
        reference.add([Float](repeating: 0, count: 24_000), at: 0)
        func line(late: Double) -> TimeMap {
            TimeMap(anchorFrame: 0, anchorTime: HostTime(nanoseconds: 0).advanced(by: late), rate: 48_000)
        }
        let capture = line(late: 0)
        _ = reference.reference(frame: 0, count: 480, capture: capture, playback: line(late: 0))
        _ = reference.reference(frame: 480, count: 480, capture: capture, playback: line(late: 0.01))
        #expect(abs(try #require(reference.due(at: 960)) - 960) < 1e-6)
        reference.anchorAnew()
        _ = reference.reference(frame: 960, count: 480, capture: capture, playback: line(late: 0.01))
        #expect(abs(try #require(reference.due(at: 1440)) - 960) < 1e-6)
    }

    @Test func whatWasLeftOutIsSilent() {
        let reference = LoudspeakerReference(playbackRate: 48_000, captureRate: 48_000)
        reference.add([Float](repeating: 0.5, count: 4800), at: 9600)
        let map = TimeMap(anchorFrame: 0, anchorTime: HostTime(nanoseconds: 0), rate: 48_000)
        let samples = reference.reference(frame: 0, count: 480, capture: map, playback: map)
        #expect(samples.allSatisfy { $0 == 0 })
    }
}

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
