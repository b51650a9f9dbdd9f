import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct OnsetModelTests {
    private static func features(
        peak: Float = 0.2, flux: Float = 0.5, similarity: Float = 0.2, residual: Float = 0.1, interval: Double = 24_000
    ) -> OnsetFeatures {
        let found = AttackFinder.Found(frame: 0, peak: peak, floor: 0.01, before: 0.02, residual: residual)
        let attack = OnsetDetector.Attack(
            found: found, flux: flux, meanFlux: 0.02, similarity: similarity, isClosed: false)
        return OnsetFeatures(attack, level: 0.4, isLearned: true, interval: interval)
    }

    @Test func aRampIsFlatBeyondItsEnds() {
        let ramp = OnsetRamp(.flux, 0.2, 0.6)
        let values = [Float(0), 0.2, 0.3, 0.6, 2].map { ramp.value(of: Self.features(flux: $0)) }
        #expect(zip(values, [0, 0, 0.25, 1, 1]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test func aDescendingRampSpeaksForLess() {
        let ramp = OnsetRamp(.flux, 0.6, 0.2)
        #expect([Float(0.1), 0.4, 0.7].map { (ramp.value(of: Self.features(flux: $0)) * 4).rounded() } == [4, 2, 0])
    }

    @Test func theLeastRampOfATermCounts() {
        let term = OnsetTerm(3, OnsetRamp(.flux, 0, 1), OnsetRamp(.similarity, 0, 1))
        #expect(abs(term.value(of: Self.features(flux: 0.5, similarity: 0.2)) - 0.6) < 1e-6)
    }

    @Test func theThresholdItselfIsAStroke() {
        let model = OnsetModel(threshold: 1, terms: [OnsetTerm(2, OnsetRamp(.flux, 0, 1))])
        #expect(model.accepts(Self.features(flux: 0.5)))
        #expect(!model.accepts(Self.features(flux: 0.49)))
    }

    @Test func theFittedModelIsMonotone() throws {
        let steps = (1...40).map(Float.init)
        let sweeps: [[OnsetFeatures]] = [
            steps.map { Self.features(flux: $0 / 20) },
            // With a residual of the same share.
            steps.map { Self.features(peak: $0 / 40, residual: $0 / 80) },
            steps.map { Self.features(residual: $0 / 100) },
            steps.map { Self.features(interval: Double($0) * 500) },
        ]
        for steps in sweeps {
            let evidence = steps.map { OnsetModel.fitted.evidence($0) }
            #expect(zip(evidence, evidence.dropFirst()).allSatisfy { $0 <= $1 + 1e-4 })
            #expect(try #require(evidence.last) > evidence[0])
        }
    }

    @Test func whatWasNotLearnedIsAsLikeAsCanBe() {
        let found = AttackFinder.Found(frame: 0, peak: 0.1, floor: 0, before: 0, residual: 0)
        let attack = OnsetDetector.Attack(found: found, flux: 1, meanFlux: 0, similarity: 0.1, isClosed: true)
        let features = [true, false].map { OnsetFeatures(attack, level: 0.1, isLearned: $0, interval: 1e9) }
        #expect(features.map { $0[.similarity] } == [0.1, 1])
        #expect(features.map { $0[.interval] } == [1, 1])
    }
}

@Suite struct RecordedCandidatesTests {
    private static let starts = [48_000, 72_100, 96_050, 120_000]

    private static func candidates(known: [Double]?) throws -> [OnsetCandidate] {
        let sounds = starts.map { ($0, MadePerformance.stroke(attack: 0.001, frequency: 500)) }
        let take = MadePerformance.take(seconds: 3, sounds: sounds)
        let detector = try #require(
            StrokeDetector(rate: MadePerformance.rate, hasReference: false, isRecording: true, known: known))
        _ = detector.hear(take)
        _ = detector.finish()
        return detector.takeCandidates()
    }

    @Test func whatIsKnownIsAcceptedAndNothingElse() throws {
        let accepted = try Self.candidates(known: [96_050, 48_000]).filter(\.isAccepted).map(\.frame)
        try #require(accepted.count == 2)
        #expect(abs(accepted[0] - 48_000) < 48 && abs(accepted[1] - 96_050) < 48)
        #expect(try Self.candidates(known: []).allSatisfy { !$0.isAccepted })
    }

    @Test func eachKnownStrokeIsAcceptedOnce() throws {
        let candidates = try Self.candidates(known: Self.starts.map(Double.init))
        #expect(candidates.count { $0.isAccepted } == Self.starts.count)
        #expect(candidates.allSatisfy { $0.end > $0.frame })
    }

    @Test func aKnownStrokeIsTakenOnceAndNear() {
        var known = KnownStrokes([2000, 5000, 1000])
        let taken = [519.0, 521, 1000, 1519, 3199, 3201, 6200].map { known.take(at: $0) }
        #expect(taken == [false, true, false, false, true, false, true])
    }
}

@Suite struct OnsetDetectorTests {
    /// Part of a note is taken for the rest of the click. When the click dies away, it is heard again.
    @Test(arguments: [110.0, 330, 500])
    func whatAClickCoveredDoesNotRiseWhenItDiesAway(frequency: Double) throws {
        let detector = try #require(
            OnsetDetector(instrument: StrokeLoudness.anyInstrument, isLearned: false))
        let rate = MadePerformance.rate
        let note = ToneMaker.tone(frequency: frequency, seconds: 0.6, amplitude: 0.3, rate: rate)
        let click = MadePerformance.clicks(at: [14_400], seconds: 0.6)
        let (sound, echo) = (SoundHistory(frames: 32_768), SoundHistory(frames: 32_768))
        var rises: [Float] = []
        for end in stride(from: HearingSettings.hop, through: note.count, by: HearingSettings.hop) {
            for frame in end - HearingSettings.hop..<end {
                sound.append(note[frame])
                echo.append(click[frame])
            }
            _ = detector.look(at: sound, echo: echo, end: end)
            if end > 4800 {
                rises.append(detector.lastRise)
            }
        }
        #expect((rises.max() ?? 1) < 0.015)
    }
}
