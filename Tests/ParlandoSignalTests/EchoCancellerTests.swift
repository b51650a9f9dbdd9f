import Foundation
import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Testing

/// The loudspeaker plays one voice, and another one talks at the microphone.
@Suite struct EchoCancellerTests {
    private static let rate = AudioBlock.sampleRate
    /// How long the microphone waits for what is played.
    private let hold = 1280

    private func talk(_ seconds: Double, seed: UInt64) -> [Float] {
        MadeTalk.talk(seconds: seconds, seed: seed)
    }

    /// - Parameter delay: in samples; less than 0 if the played sound is known after it is heard.
    private func echo(
        _ played: [Float], decibels: Float, delay: Int = 1920, decay: Double = 0.4
    ) throws -> [Float] {
        let early = [Float](repeating: 0, count: max(0, -delay))
        let heard = try #require(MadeTalk.heard(played + early, delay: max(0, delay), decay: decay))
        return heard.dropFirst(early.count).map { $0 * pow(10, decibels / 20) }
    }

    private func sum(_ first: [Float], _ second: [Float]) -> [Float] {
        zip(first, second).map { $0 + $1 }
    }

    /// What is left of the microphone's sound, at the times at which it was heard.
    private func cleaned(_ heard: [Float], played: [Float]) throws -> [Float] {
        let canceller = try #require(EchoCanceller())
        let frame = EchoCanceller.frame
        canceller.play(Array(played.prefix(hold)))
        let clean = stride(from: 0, to: heard.count - frame + 1, by: frame).flatMap { start in
            canceller.play(Array(played.dropFirst(start + hold).prefix(frame)))
            return canceller.clean(Array(heard[start..<start + frame]), playedUpTo: start + frame + hold)
        }
        return Array(clean.dropFirst(frame))
    }

    private func part(_ sound: [Float], _ seconds: ClosedRange<Double>) -> ArraySlice<Float> {
        sound[Int(seconds.lowerBound * Double(Self.rate))..<Int(seconds.upperBound * Double(Self.rate))]
    }

    /// By how much the first sound is quieter than the second, in decibels.
    private func loss(_ result: [Float], _ sound: [Float], _ seconds: ClosedRange<Double>) -> Float {
        20 * log10(MadeTalk.rms(part(sound, seconds)) / max(MadeTalk.rms(part(result, seconds)), 1e-6))
    }

    private func correlation(_ first: [Float], _ second: [Float], _ seconds: ClosedRange<Double>) -> Float {
        let (first, second) = (part(first, seconds), part(second, seconds))
        let product = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 } / Float(first.count)
        return product / (MadeTalk.rms(first) * MadeTalk.rms(second))
    }

    @Test(arguments: [(-800, 0.2, -6), (1920, 0.4, -10), (8000, 0.6, -20)])
    func whatTheLoudspeakerSaysIsNotHeard(delay: Int, decay: Double, decibels: Int) throws {
        let played = talk(10, seed: 1)
        let heard = try echo(played, decibels: Float(decibels), delay: delay, decay: decay)
        let clean = try cleaned(heard, played: played)
        // From the first word on, whose delay nobody can know.
        #expect(loss(clean, heard, 0.2...2) > 20)
        #expect(loss(clean, heard, 2...9.9) > 30)
    }

    @Test(arguments: [(-6, 0.3), (-10, 0.5), (-20, 0.4)])
    func whoeverTalksAtTheSameTimeIsHeard(decibels: Int, decay: Double) throws {
        let played = talk(16, seed: 2)
        let person = [Float](repeating: 0, count: 5 * Self.rate) + talk(11, seed: 3)
        let heard = sum(person, try echo(played, decibels: Float(decibels), decay: decay))
        let clean = try cleaned(heard, played: played)
        #expect(abs(loss(clean, person, 5...15.9)) < 1)
        #expect(correlation(clean, person, 5...15.9) > 0.95)
        #expect(correlation(clean, person, 5...15.9) > correlation(heard, person, 5...15.9) - 0.01)
    }

    @Test func theEchoIsFoundAgainWhenItsDelayChanges() throws {
        let played = talk(14, seed: 4)
        let change = 6 * Self.rate
        let heard =
            try echo(played, decibels: -6).prefix(change) + echo(played, decibels: -6, delay: 6000).dropFirst(change)
        let clean = try cleaned(Array(heard), played: played)
        #expect(loss(clean, Array(heard), 8...13.9) > 15)
    }

    @Test(arguments: [1e-4, -1e-4]) func clocksThatDriftApartAreFollowed(drift: Double) throws {
        let played = talk(26, seed: 5)
        var room = MadeRoom(delay: 0, gain: 1, playbackRate: Self.rate, captureRate: Self.rate)
        room.drift = drift
        let seconds = 25.0
        let echo = room.captured(try echo(played, decibels: -6), seconds: seconds)
        let person = [Float](repeating: 0, count: 20 * Self.rate) + talk(6, seed: 6)
        let clean = try cleaned(sum(echo, person), played: played)
        #expect(loss(clean, echo, 2...20) > 20)
        #expect(abs(loss(clean, person, 20...24.5)) < 1)
        #expect(correlation(clean, person, 20...24.5) > 0.95)
    }

    @Test func withHeadphonesTheSoundPassesUnchanged() throws {
        let (played, person) = (talk(12, seed: 7), talk(12, seed: 8))
        let clean = try cleaned(person, played: played)
        #expect(part(clean, 4...11.9) == part(person, 4...11.9))
    }

    @Test func whereNothingIsPlayedTheSoundPassesUnchanged() throws {
        let person = talk(4, seed: 9)
        #expect(try cleaned(person, played: []) == Array(person.dropLast(EchoCanceller.frame)))
        // Likewise before and after what is played.
        let played = ToneMaker.silence(seconds: 4) + talk(4, seed: 10) + ToneMaker.silence(seconds: 8)
        let longer = talk(16, seed: 11)
        let heard = sum(longer, try echo(played, decibels: -10))
        let clean = try cleaned(heard, played: played)
        #expect(part(clean, 0...3.8) == part(heard, 0...3.8))
        #expect(abs(loss(clean, longer, 10...15.9)) < 0.1)
    }

    @Test func whatIsNoSoundDoesNoHarm() throws {
        let canceller = try #require(EchoCanceller())
        canceller.play([])
        for value in [Float.nan, .infinity, -.infinity, 1e30] {
            let garbage = [Float](repeating: value, count: EchoCanceller.frame)
            for _ in 0..<30 {
                canceller.play(garbage)
                #expect(canceller.clean(garbage, playedUpTo: canceller.playedCount).allSatisfy { abs($0) <= 2 })
            }
        }
        let person = talk(1, seed: 12)
        let clean = (0..<150).map { number in
            let start = number % 50 * EchoCanceller.frame
            canceller.play([Float](repeating: 0, count: EchoCanceller.frame))
            return canceller.clean(
                Array(person[start..<start + EchoCanceller.frame]), playedUpTo: canceller.playedCount)
        }
        #expect(clean.suffix(49).flatMap { $0 } == person.dropLast(EchoCanceller.frame))
    }
}
