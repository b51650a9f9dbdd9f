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
            sounds.begin()
            for _ in 0..<30 {
                sounds.append(Array(repeating: level, count: rate / 10))
            }
            sounds.end([transcript(text)])
        }
        for (text, level) in [("one", Float(0.25)), ("two", 0.5)] {
            let found = try #require(sounds.samples(of: transcript(text), from: 0.95, to: 2.05))
            #expect(found.count == rate * 11 / 10)
            #expect(found.allSatisfy { abs($0 - level) < 1e-4 })
        }
        #expect(sounds.samples(of: transcript("three"), from: 0, to: 1) == nil)
    }

    @Test func timesOutsideTheSoundAreCutOff() {
        var sounds = RecentSounds()
        sounds.begin()
        sounds.append([0, 0.5, 1, .nan, -7])
        sounds.end([Transcript()])
        let all = sounds.samples(of: Transcript(), from: -5, to: .infinity)
        #expect(all?.count == 5)
        #expect(all?.last == -1)
        #expect(sounds.samples(of: Transcript(), from: 1, to: 2) == nil)
        #expect(sounds.samples(of: Transcript(), from: .nan, to: .nan) == nil)
    }

    @Test func theOldestSoundIsDropped() {
        var sounds = RecentSounds()
        for text in ["first", "second"] {
            sounds.begin()
            for _ in 0..<400 {
                sounds.append(Array(repeating: 0.1, count: rate))
            }
            sounds.end([transcript(text)])
        }
        #expect(sounds.samples(of: transcript("first"), from: 100, to: 101) == nil)
        #expect(sounds.samples(of: transcript("first"), from: 199.9, to: 200.5) == nil)
        #expect(sounds.samples(of: transcript("first"), from: 399, to: 400)?.count == rate)
        #expect(sounds.samples(of: transcript("second"), from: 0, to: 1)?.count == rate)
    }
}
