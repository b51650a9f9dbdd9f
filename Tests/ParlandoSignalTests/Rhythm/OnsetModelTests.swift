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
}
