import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// Strokes that come while the one before still counts or still sounds.
@Suite struct CloseStrokesTests {
    private static let starts = [48_000, 72_100, 96_050, 120_000, 143_900, 168_000]

    private static func heard(_ strokes: [[Float]], and next: [Float], after gap: Int) throws -> [Double] {
        let alone = starts.enumerated().map { ($1, strokes[$0 % strokes.count]) }
        let pairs = starts.flatMap { [($0, strokes[0].map { 0.5 * $0 }), ($0 + gap, next)] }
        let events = try MadePerformance.events(
            in: MadePerformance.take(seconds: 4, sounds: pairs),
            instrument: MadePerformance.take(seconds: 4, sounds: alone))
        return MadePerformance.strokes(events)
    }

    /// Sixteenths of which one strays.
    @Test func aStrokeThatComesFortyTwoMillisecondsAfterAnotherIsHeard() throws {
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil, seconds: 0.03)
        let heard = try Self.heard([stroke], and: stroke, after: 2000)
        try #require(heard.count == 2 * Self.starts.count)
        for (second, start) in zip(stride(from: 1, to: heard.count, by: 2), Self.starts) {
            #expect(abs(heard[second] - Double(start + 2000)) <= 48)
        }
    }

    /// A thump rises in few bands, and the slap before it crackles in all of them; but it is far louder than what is left
    /// of that.
    @Test(arguments: [3400, 4300])
    func aThumpIsHeardInWhatIsLeftOfASlap(gap: Int) throws {
        let slap = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let thump = MadePerformance.stroke(attack: 0.004, frequency: 100)
        let heard = try Self.heard([slap, thump], and: thump, after: gap)
        #expect(heard.count == 2 * Self.starts.count)
    }
}
