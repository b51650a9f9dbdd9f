import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoWhisper

/// The speed of this machine, measured without a model.
@Suite(.serialized) struct WhisperMeterTests {
    @Test func theMachineIsMeasuredWithoutAModel() async throws {
        let speed = try #require(await WhisperMeter().speed())
        #expect(speed.encoding > 0)
        #expect(speed.decoding > 0)
        #expect(speed.factor(of: WhisperMeter.shape) > 0)
    }

    @Test func theBlankModelComputesAsMuchAsTheRealOne() throws {
        let real = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let other = try #require(BlankModel(WhisperMeter.shape)).load()
        #expect(other.textLength == real.textLength)
        #expect(other.startToken == real.startToken)
        #expect(!other.isMultilingual)
        // Best of several: a busy machine makes times longer, never shorter.
        let (shorter, longer) = try fastest(real, other)
        #expect(shorter / longer > 0.5, "\(shorter) s and \(longer) s")
    }

    /// Returns the shorter and the longer of the two models' shortest times for a window.
    private func fastest(_ models: WhisperContext...) throws -> (Double, Double) {
        let sound = [Float](repeating: 0, count: 30 * AudioBlock.sampleRate)
        var best = models.map { _ in Double.infinity }
        for _ in 0..<4 {
            for (index, model) in models.enumerated() {
                let start = RealClock().now()
                try model.encode(sound, contextLength: ModelShape.frames, threads: 1)
                best[index] = min(best[index], RealClock().cost(since: start, modelled: 0))
            }
        }
        return (best.min() ?? 0, best.max() ?? 1)
    }

    @Test func aSlowMachineIsMeasuredByAPartOfTheWork() async throws {
        // Each measurement of the first part seems to take a second: the whole window is not computed any more.
        let clock = SteppingDecodingClock(step: 1)
        let speed = try #require(await WhisperMeter(clock: clock).speed())
        let part = WhisperMeter.shape.encoderWork / WhisperMeter.shape.encoderWork(frames: 150)
        #expect(abs(speed.encoding - part / WhisperMeter.speedUp) < 1e-6)
        #expect(speed.decoding == 1)
        // One encoding and one token were timed.
        #expect(clock.count == 2)
    }

    @Test func theBlankModelTakesHardlyAnyDiskSpace() throws {
        let blank = try #require(BlankModel(WhisperMeter.shape))
        #expect(blank.bytesOnDisk < 4_000_000)
    }
}

/// Clock on which everything takes the same time.
private final class SteppingDecodingClock: DecodingClock {
    private let step: Double
    private let times = Locked(0)

    init(step: Double) {
        self.step = step
    }

    var count: Int { times.value }

    func now() -> (wall: Double, processor: Double) {
        (0, 0)
    }

    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double {
        times.change { $0 += 1 }
        return step
    }
}
