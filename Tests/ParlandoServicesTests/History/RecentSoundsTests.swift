import Foundation
import ParlandoCore
import Testing

@testable import ParlandoServices

@Suite struct RecentSoundsTests {
    private let rate = AudioBlock.sampleRate

    private func transcript(_ text: String) -> Transcript {
        Transcript(paragraphs: [Paragraph(words: [Word(text: text, start: 0, end: 1, probability: 1)])])
    }

    @Test func eachSessionHasItsOwnSound() throws {
        var sounds = RecentSounds()
        for (text, level) in [("one", Float(0.25)), ("two", 0.5)] {
            let id = UUID()
            sounds.begin(id)
            for _ in 0..<30 {
                sounds.append(Array(repeating: level, count: rate / 10), to: id)
            }
            sounds.end(id, [transcript(text)])
        }
        for (text, level) in [("one", Float(0.25)), ("two", 0.5)] {
            let found = try #require(sounds.samples(of: transcript(text), from: 0.95, to: 2.05))
            #expect(found.count == rate * 11 / 10)
            #expect(found.allSatisfy { abs($0 - level) < 1e-4 })
        }
        #expect(sounds.samples(of: transcript("three"), from: 0, to: 1) == nil)
    }

    /// A recording of an earlier session may be sent to a server again after another session has ended.
    @Test func aSessionWithoutSoundLeavesThatOfTheOthersAlone() {
        var sounds = RecentSounds()
        let (one, resumed) = (UUID(), UUID())
        sounds.begin(one)
        sounds.append(Array(repeating: 0.5, count: rate), to: one)
        sounds.end(one, [transcript("one")])
        sounds.append(Array(repeating: 0.1, count: rate), to: resumed)
        sounds.end(resumed, [transcript("two")])
        #expect(sounds.samples(of: transcript("one"), from: 0, to: 3)?.count == rate)
        #expect(sounds.samples(of: transcript("two"), from: 0, to: 3) == nil)
    }

    @Test func timesOutsideTheSoundAreCutOff() {
        var sounds = RecentSounds()
        let id = UUID()
        sounds.begin(id)
        sounds.append([0, 0.5, 1, .nan, -7], to: id)
        sounds.end(id, [Transcript()])
        let all = sounds.samples(of: Transcript(), from: -5, to: .infinity)
        #expect(all?.count == 5)
        #expect(all?.last == -1)
        #expect(sounds.samples(of: Transcript(), from: 1, to: 2) == nil)
        #expect(sounds.samples(of: Transcript(), from: .nan, to: .nan) == nil)
    }

    @Test func theOldestSoundIsDropped() {
        var sounds = RecentSounds()
        for text in ["first", "second"] {
            let id = UUID()
            sounds.begin(id)
            for _ in 0..<400 {
                sounds.append(Array(repeating: 0.1, count: rate), to: id)
            }
            sounds.end(id, [transcript(text)])
        }
        #expect(sounds.samples(of: transcript("first"), from: 100, to: 101) == nil)
        #expect(sounds.samples(of: transcript("first"), from: 199.9, to: 200.5) == nil)
        #expect(sounds.samples(of: transcript("first"), from: 399, to: 400)?.count == rate)
        #expect(sounds.samples(of: transcript("second"), from: 0, to: 1)?.count == rate)
    }
}
