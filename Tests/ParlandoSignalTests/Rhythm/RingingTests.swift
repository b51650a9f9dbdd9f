import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// What a note that rings foretells.
@Suite struct RingingTests {
    private static let start = 24_000

    /// Listens to two tones, of which the second begins at `start` while the first one rings on, until 20 ms later.
    private static func ringing(_ first: Double?, _ second: Double?, amplitude: Float = 0.1) -> Ringing {
        let sound = SoundHistory(frames: 65_536)
        for frame in 0..<start + 960 {
            let ring = first.map { tone($0, frame) * 0.2 } ?? 0
            let new = second.map { frame < start ? 0 : tone($0, frame - start) * amplitude } ?? 0
            sound.append(ring + new)
        }
        var ringing = Ringing()
        ringing.listen(to: sound, until: sound.end)
        return ringing
    }

    /// Three partials that die away.
    private static func tone(_ frequency: Double, _ frame: Int) -> Float {
        let time = Double(frame) / Double(MadePerformance.rate)
        return Float((1...3).reduce(0) { $0 + sin(2 * .pi * frequency * Double($1) * time) / 2 } * exp(-time / 0.8))
    }

    @Test(arguments: [45.0, 55, 82.4, 98])
    func whatRingsOnIsForetold(frequency: Double) {
        #expect(Self.ringing(frequency, nil).residual(in: 28) < 0.002)
    }

    @Test func nothingIsNewInSilence() {
        #expect(Self.ringing(nil, nil).residual(in: 28) == 0)
    }

    /// The newest 20 ms are ten hops: it is looked for in what was before, too.
    @Test(arguments: [45.0, 55, 82.4])
    func aSofterNoteBeginsWhereItIsNotForetold(frequency: Double) throws {
        let ringing = Self.ringing(frequency, 73)
        let beginning = try #require(ringing.beginning(in: 28, above: 0.02))
        #expect((0...192).contains(beginning - Self.start))
        #expect(ringing.lowNoteResidual(in: 11) > 0.03)
    }

    @Test func highNotesAreLeftToTheirEnvelope() {
        let ringing = Self.ringing(196, 147)
        #expect(ringing.residual(in: 28) > 0.03)
        #expect(ringing.beginning(in: 28, above: 0.02) == nil)
    }

    @Test func aSoundAfterSilenceIsBesideNoNote() {
        let ringing = Self.ringing(nil, 55)
        #expect(ringing.residual(in: 28) > 0.03)
        #expect(ringing.beginning(in: 28, above: 0.02) == nil)
    }
}
