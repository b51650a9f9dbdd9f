import ParlandoCore
import Testing

@testable import ParlandoDecoding

/// Where frames are placed whose stamps cannot be relied on.
struct SoundTimelineTests {
    private static let format = SoundFormat(rate: 1000, weights: [1])

    /// Half a second of sound at each stamp. Returns the durations of what follows each other, silence negative.
    private func place(_ stamps: [Double], on timeline: inout SoundTimeline) -> [Double] {
        for stamp in stamps {
            let run = SoundRun(format: Self.format, samples: [Float](repeating: 1, count: 500))
            timeline.add(StampedRun(run: run, stamp: stamp))
        }
        timeline.finish(damageEnd: nil)
        var parts: [Double] = []
        while let run = timeline.next() {
            #expect(run.samples.count <= 500)
            let seconds = run.samples.first == 0 ? -run.seconds : run.seconds
            if let last = parts.last, (last < 0) == (seconds < 0) {
                parts[parts.count - 1] += seconds
            } else {
                parts.append(seconds)
            }
        }
        return parts.map { ($0 * 10).rounded() / 10 }
    }

    @Test func stampsThatGoBackToTheirClockWereWrong() {
        var timeline = SoundTimeline(origin: 0)
        let wrong = (0..<8).map { 900 + Double($0) / 2 }
        let parts = place([0, 0.5] + wrong + [5, 5.5], on: &timeline)
        #expect(parts == [6])
        #expect(timeline.lost.isEmpty)
    }

    @Test func aJumpToWhichAllLaterStampsKeepIsAGap() {
        var timeline = SoundTimeline(origin: 0)
        let later = (0..<16).map { 901 + Double($0) / 2 }
        let parts = place([0, 0.5] + later, on: &timeline)
        #expect(parts == [1, -900, 8])
        #expect(timeline.lost == [LostSound(start: 1, end: 901, isWhole: true)])
    }

    @Test func aClockThatBeginsAnewGoesOnWithoutAGap() {
        var timeline = SoundTimeline(origin: 100)
        let anew = (0..<16).map { Double($0) / 2 } + [9]
        let parts = place([100, 100.5] + anew, on: &timeline)
        #expect(parts == [9, -1, 0.5])
        #expect(timeline.lost == [LostSound(start: 9, end: 10, isWhole: true)])
    }

    @Test(arguments: [1.5, 1000]) func stampsThatTearTheSoundToPiecesAreWrong(step: Double) {
        var timeline = SoundTimeline(origin: 0)
        for index in 0..<10_000 {
            let run = SoundRun(format: Self.format, samples: [1])
            timeline.add(StampedRun(run: run, stamp: Double(index) * step))
        }
        timeline.finish(damageEnd: nil)
        var seconds = 0.0
        while let run = timeline.next() {
            seconds += run.seconds
        }
        #expect(seconds < 3 * step + 10.1)
        #expect(timeline.clockJump != nil)
    }

    @Test func stampsOfAnySizeMakeNoSilence() {
        var timeline = SoundTimeline(origin: nil)
        let odd = [0, 0.5, 1e300, -1e300, Double(Int64.max), -Double.greatestFiniteMagnitude]
        let parts = place(odd, on: &timeline)
        #expect(parts == [3])
        #expect(timeline.clockJump != nil)
    }
}
