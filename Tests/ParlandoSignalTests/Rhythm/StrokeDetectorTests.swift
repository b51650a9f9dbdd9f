import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct StrokeDetectorTests {
    private static let starts = [48_000, 72_100, 96_050, 120_000, 143_900, 168_000]

    private static func take(_ stroke: [Float]) -> [Float] {
        MadePerformance.take(seconds: 4, sounds: starts.map { ($0, stroke) })
    }

    @Test(arguments: [(0.0005, 800.0), (0.001, 300), (0.002, 2000), (0.001, nil), (0.003, nil)])
    func theDelayIsTheSameForEveryTimbre(attack: Double, frequency: Double?) throws {
        let take = Self.take(MadePerformance.stroke(attack: attack, frequency: frequency))
        let strokes = MadePerformance.strokes(try MadePerformance.events(in: take, instrument: take))
        try #require(strokes.count == Self.starts.count)
        for (heard, start) in zip(strokes, Self.starts) {
            #expect(abs(heard - Double(start)) <= 48)
        }
    }

    /// A slow rise out of what still sounds shows itself late; the decision must not be as late.
    @Test(arguments: [(0.012, 300.0), (0.010, 600)])
    func theDecisionComesSoonAfterTheAttackHoweverSlowItIs(attack: Double, frequency: Double) throws {
        let stroke = MadePerformance.stroke(attack: attack, frequency: frequency)
        let ringing = ToneMaker.tone(frequency: frequency, seconds: 4, amplitude: 0.08, rate: MadePerformance.rate)
        let take = zip(Self.take(stroke), ringing).map { $0 + $1 }
        let events = try MadePerformance.events(in: take, instrument: Self.take(stroke), block: HearingSettings.hop)
        let delays = events.compactMap { event -> Double? in
            guard case .onset(let onset) = event, onset.isAccepted else {
                return nil
            }
            return Double(onset.decided) - onset.frame
        }
        #expect(delays.count == Self.starts.count)
        #expect(delays.allSatisfy { $0 <= 960 })
    }

    /// The breath before a tone is heard alone for as long as a decision takes.
    @Test(arguments: [300.0, 900, 1500], [0.013, 0.020])
    func aSoundThatBeginsFaintlyIsPlacedWhereItIsLoud(frequency: Double, faint: Double) throws {
        let breath = (0..<864).map { index -> Float in
            let loudness = faint + 0.012 * Double(index) / 864
            return Float(loudness * sin(2 * Double.pi * frequency * Double(index) / Double(MadePerformance.rate)))
        }
        let take = Self.take(breath + MadePerformance.stroke(attack: 0.0005, frequency: frequency))
        let strokes = MadePerformance.strokes(try MadePerformance.events(in: take, instrument: take))
        try #require(strokes.count == Self.starts.count)
        for (heard, start) in zip(strokes, Self.starts) {
            #expect(abs(heard - Double(start + breath.count)) <= 240)
        }
    }

    @Test(arguments: [64, 4096])
    func theSizeOfTheBlocksDoesNotMatter(block: Int) throws {
        let take = Self.take(MadePerformance.stroke(attack: 0.001, frequency: 500))
        let usual = try MadePerformance.events(in: take)
        let other = try MadePerformance.events(in: take, block: block)
        #expect(MadePerformance.strokes(usual) == MadePerformance.strokes(other))
        #expect(MadePerformance.strokes(usual).count == Self.starts.count)
    }

    @Test func silenceHasNoOnsets() throws {
        let silence = ToneMaker.silence(seconds: 3, rate: MadePerformance.rate)
        #expect(try MadePerformance.events(in: silence).isEmpty)
    }

    @Test func steadyNoiseHasHardlyAnyStrokes() throws {
        let noise = ToneMaker.noise(seconds: 5, amplitude: 0.05, rate: MadePerformance.rate)
        #expect(MadePerformance.strokes(try MadePerformance.events(in: noise)).count <= 2)
    }

    @Test(arguments: [(nil, 150), (250, 4000), (6000, 400)] as [(Double?, Double?)])
    func soundsThatAreUnlikeTheInstrumentAreIgnored(own: Double?, foreign: Double?) throws {
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: own)
        let other = MadePerformance.stroke(attack: 0.004, frequency: foreign)
        let sounds = Self.starts.enumerated().map { ($1, $0.isMultiple(of: 2) ? stroke : other) }
        let events = try MadePerformance.events(
            in: MadePerformance.take(seconds: 4, sounds: sounds), instrument: Self.take(stroke))
        let strokes = MadePerformance.strokes(events).map { Int(($0 / 1000).rounded()) }
        #expect(strokes == [48, 96, 144])
    }

    @Test(arguments: [(2000, Float(0.5)), (0, 0.2), (9000, 0.1), (-400, 0.3)])
    func clicksAreRemovedAndStrokesStay(delay: Int, gain: Float) throws {
        let clicks = (0..<12).map { 24_000 + $0 * 28_800 }
        let played = MadePerformance.clicks(at: clicks, seconds: 8)
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil)
        // Together with clicks, between them, and only after the count-in.
        let starts = [140_000, 152_000, 167_900, 196_900, 240_000, 268_800]
        let alone = MadePerformance.take(seconds: 8, sounds: starts.map { ($0, stroke) })
        let early = Array(played.dropFirst(max(0, -delay)))
        let echo = MadePerformance.heard(early, delay: max(0, delay), gain: gain)
        let take = alone.enumerated().map { $1 + ($0 < echo.count ? echo[$0] : 0) }
        let events = try MadePerformance.events(
            in: take, reference: played, instrument: Self.take(stroke))
        let strokes = MadePerformance.strokes(events)
        try #require(strokes.count == starts.count)
        for (heard, start) in zip(strokes, starts) {
            #expect(abs(heard - Double(start)) <= 48)
        }
        let measured = MadePerformance.delays(events)
        #expect(measured.count == 1)
        #expect(abs((measured.first ?? 1) - Double(delay)) < 24)
    }

    /// From 150 BPM on the next click is played before the last one has died away.
    @Test(arguments: [(Float(0.5), 18_000), (0.2, 18_000), (0.5, 19_200)])
    func clicksOfAFastMetronomeAreRemovedFromTheEndOfTheCountInOn(gain: Float, beat: Int) throws {
        let played = MadePerformance.clicks(at: (0..<16).map { 24_000 + $0 * beat }, seconds: 8)
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let starts = [4.1, 6, 7.5, 9.2, 12].map { 24_000 + Int($0 * Double(beat)) }
        let echo = MadePerformance.heard(played, delay: 2000, gain: gain)
        let take = zip(MadePerformance.take(seconds: 8, sounds: starts.map { ($0, stroke) }), echo).map { $0 + $1 }
        let events = try MadePerformance.events(in: take, reference: played, instrument: Self.take(stroke))
        let strokes = MadePerformance.strokes(events)
        try #require(strokes.count == starts.count)
        for (heard, start) in zip(strokes, starts) {
            #expect(abs(heard - Double(start)) <= 48)
        }
    }

    /// It sounds into the last click of the count-in.
    @Test(arguments: [1900, 900])
    func aFirstStrokeThatComesTooEarlyIsNotLearned(earliness: Int) throws {
        let beat = 19_000
        let played = MadePerformance.clicks(at: (0..<16).map { 24_000 + $0 * beat }, seconds: 8)
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let first = 24_000 + 4 * beat + 2000 - earliness
        let echo = MadePerformance.heard(played, delay: 2000, gain: 0.2)
        let take = zip(MadePerformance.take(seconds: 8, sounds: [(first, stroke)]), echo).map { $0 + $1 }
        let events = try MadePerformance.events(in: take, reference: played, instrument: Self.take(stroke))
        let strokes = MadePerformance.strokes(events)
        #expect(strokes.count == 1)
        #expect(abs((strokes.first ?? 0) - Double(first)) <= 48)
    }

    @Test(arguments: [-1000, -209, 0, 930])
    func aLoudClickThatArrivesBeforeItWasDueIsRemovedToo(delay: Int) throws {
        let played = MadePerformance.clicks(at: (0..<12).map { 24_000 + $0 * 28_800 }, seconds: 8)
        let early = Array(played.dropFirst(max(0, -delay)))
        let echo = MadePerformance.heard(early, delay: max(0, delay), gain: 1)
        let take = echo + [Float](repeating: 0, count: played.count - echo.count)
        let events = try MadePerformance.events(in: take, reference: played)
        #expect(MadePerformance.strokes(events).isEmpty)
    }

    @Test(arguments: [1500, 5000, 300])
    func aMicrophoneThatIsMovedIsNoticedAndTheClicksAreRemovedAgain(delay: Int) throws {
        let played = MadePerformance.clicks(at: (0..<20).map { 24_000 + $0 * 28_800 }, seconds: 13)
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let starts = [140_000, 167_900, 325_200, 470_000, 513_600]
        let alone = MadePerformance.take(seconds: 13, sounds: starts.map { ($0, stroke) })
        let (near, far) = (
            MadePerformance.heard(played, delay: 960, gain: 0.3),
            MadePerformance.heard(played, delay: 960 + delay, gain: 0.25)
        )
        let moved = 302_000
        let take = alone.indices.map { alone[$0] + ($0 < moved ? near[$0] : far[$0]) }
        let events = try MadePerformance.events(in: take, reference: played, instrument: Self.take(stroke))
        let late = MadePerformance.strokes(events).filter { $0 > Double(moved) + 5 * 28_800 }
        #expect(late.count == 2)
        for (heard, start) in zip(late, starts.suffix(2)) {
            #expect(abs(heard - Double(start)) <= 48)
        }
        #expect(events.count { $0 == .roomChanged } == 1)
        let delays = MadePerformance.delays(events)
        #expect(delays.count == 2 && abs((delays.last ?? 0) - Double(960 + delay)) < 24)
    }

    @Test func aLoudspeakerThatIsTurnedOnLateIsLearnedToo() throws {
        let played = MadePerformance.clicks(at: (0..<14).map { 24_000 + $0 * 28_800 }, seconds: 10)
        let echo = MadePerformance.heard(played, delay: 960, gain: 0.3)
        let quiet = MadePerformance.take(seconds: 10, sounds: [])
        let take = quiet.indices.map { quiet[$0] + ($0 < 190_000 ? 0 : echo[$0]) }
        let events = try MadePerformance.events(in: take, reference: played)
        #expect(MadePerformance.strokes(events).allSatisfy { $0 < 190_000 + 4 * 28_800 })
        #expect(events.contains(.hearsNoLoudspeaker))
        #expect(events.contains { if case .heardLoudspeaker = $0 { true } else { false } })
    }

    /// The first click sounds different and foretells nothing yet.
    @Test(arguments: [Float(0.1), 0.3])
    func aSoftLoudspeakerIsHeardBehindTheHumOfTheMains(gain: Float) throws {
        let played = MadePerformance.clicks(at: (0..<10).map { 24_000 + $0 * 28_800 }, seconds: 7)
        let echo = MadePerformance.heard(played, delay: 960, gain: gain)
        let hum = ToneMaker.tone(frequency: 50, seconds: 7, amplitude: 0.2, rate: MadePerformance.rate)
        let hiss = ToneMaker.noise(seconds: 7, amplitude: 0.005, seed: 3, rate: MadePerformance.rate)
        let events = try MadePerformance.events(
            in: echo.indices.map { echo[$0] + hum[$0] + hiss[$0] }, reference: played)
        #expect(!events.contains(.hearsNoLoudspeaker))
        let delays = MadePerformance.delays(events)
        #expect(delays.count == 1 && abs((delays.first ?? 0) - 960) < 24)
    }

    /// A stroke comes directly, so the direct way of the clicks counts.
    @Test(arguments: [
        (144, 0.0002), (700, 0.0002), (2600, 0.0002), (144, 0.01), (700, 0.01), (2600, 0.01),
    ])
    func theDelayIsThatOfTheFirstArrivalEvenIfAWallIsLouder(detour: Int, hiss: Double) throws {
        let played = MadePerformance.clicks(at: (0..<10).map { 24_000 + $0 * 28_800 }, seconds: 7)
        let direct = MadePerformance.heard(played, delay: 960, gain: 0.15)
        let wall = MadePerformance.heard(played, delay: 960 + detour, gain: -0.35)
        let noise = ToneMaker.noise(seconds: 7, amplitude: Float(hiss), seed: 5, rate: MadePerformance.rate)
        let events = try MadePerformance.events(
            in: direct.indices.map { direct[$0] + wall[$0] + noise[$0] }, reference: played)
        let delays = MadePerformance.delays(events)
        #expect(delays.count == 1 && abs((delays.first ?? 0) - 960) < 5)
    }

    /// The clicks are tones, so in noise their response ripples before each arrival.
    @Test(arguments: [0.001, 0.005, 0.02, 0.05])
    func noiseMakesNoArrivalBeforeTheFirst(hiss: Double) throws {
        let played = MadePerformance.clicks(at: (0..<10).map { 24_000 + $0 * 28_800 }, seconds: 7)
        let echo = MadePerformance.heard(played, delay: 960, gain: 0.3)
        let noise = ToneMaker.noise(seconds: 7, amplitude: Float(hiss), seed: 9, rate: MadePerformance.rate)
        let events = try MadePerformance.events(in: zip(echo, noise).map { $0 + $1 }, reference: played)
        let delays = MadePerformance.delays(events)
        #expect(delays.count == 1 && abs((delays.first ?? 0) - 960) < 24)
    }

    /// Two crystals never differ by more.
    @Test(arguments: [0.0002, -0.0002])
    func aDelayThatGrowsBecauseTwoClocksDifferIsToldAgain(drift: Double) throws {
        let played = MadePerformance.clicks(at: (0..<24).map { 24_000 + $0 * 28_800 }, seconds: 15)
        var room = MadeRoom(delay: 0.02)
        room.drift = drift
        room.noise = 0.0002
        let events = try MadePerformance.events(in: room.captured(played, seconds: 15), reference: played)
        let delays = MadePerformance.delays(events)
        let last = try #require(delays.last)
        #expect(delays.count >= 2)
        #expect(abs(last - 960 - drift * 14.4 * 48_000) < 60)
    }

    @Test func nothingIsRefusedTwice() throws {
        let played = MadePerformance.clicks(at: (0..<12).map { 24_000 + $0 * 28_800 }, seconds: 8)
        let take = MadePerformance.heard(played, delay: 960, gain: 0.5)
        let events = try MadePerformance.events(in: take, reference: played)
        let frames = events.compactMap { event in
            if case .onset(let onset) = event { onset.frame } else { nil }
        }
        #expect(frames.count >= 3)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 > 96 })
    }

    @Test func headphonesAreNoticed() throws {
        let played = MadePerformance.clicks(at: (0..<8).map { 24_000 + $0 * 28_800 }, seconds: 6)
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let take = MadePerformance.take(seconds: 6, sounds: [(150_000, stroke), (200_000, stroke)])
        let events = try MadePerformance.events(in: take, reference: played, instrument: Self.take(stroke))
        #expect(events.contains(.hearsNoLoudspeaker))
        #expect(MadePerformance.strokes(events).count == 2)
    }

    @Test(arguments: [(Float(4), HearingEvent.tooLoud), (0.015, .tooQuiet)])
    func aWrongLevelIsTold(gain: Float, warning: HearingEvent) throws {
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: 500)
        let take = Self.take(stroke.map { $0 * gain }).map { min(1, max(-1, $0)) }
        let events = try MadePerformance.events(in: take, instrument: take)
        #expect(events.filter { $0 == warning }.count == 1)
        #expect(!(try MadePerformance.events(in: Self.take(stroke))).contains(warning))
    }

    @Test func silenceTeachesNoInstrument() throws {
        let learner = try #require(InstrumentLearner(rate: MadePerformance.rate))
        #expect(learner.hear(ToneMaker.silence(seconds: 2, rate: MadePerformance.rate)) == 0)
        #expect(learner.profile == nil)
    }
}

@Suite struct InstrumentLearnerTests {
    @Test(arguments: [8000, 48_000], [480, Int.max])
    func soundAfterAMinuteIsIgnoredHoweverLongItsBlocksAre(rate: Int, block: Int) throws {
        let learner = try #require(InstrumentLearner(rate: rate))
        let stroke = ToneMaker.tone(frequency: 500, seconds: 0.1, amplitude: 0.4, rate: rate)
        var take = ToneMaker.silence(seconds: 62, rate: rate)
        for second in [1, 59, 61] {
            take.replaceSubrange(second * rate..<second * rate + stroke.count, with: stroke)
        }
        var count = 0
        let pieces = block == .max ? [0..<take.count] : [0..<59 * rate + block, 59 * rate + block..<take.count]
        for piece in pieces {
            count = learner.hear(Array(take[piece]))
        }
        #expect(count == 2)
    }
}
