import Foundation
import ParlandoCore
import Testing

@testable import ParlandoServices

@Suite struct RecentSoundsTests {
    private let rate = AudioBlock.sampleRate

    @Test func eachSessionHasItsOwnSound() throws {
        var sounds = RecentSounds()
        let sessions: [(UUID, Float)] = [(UUID(), 0.25), (UUID(), 0.5)]
        for (id, level) in sessions {
            sounds.begin(id)
            for _ in 0..<30 {
                sounds.append(Array(repeating: level, count: rate / 10), to: id)
            }
        }
        for (id, level) in sessions {
            let found = try #require(sounds.samples(of: id, from: 0.95, to: 2.05))
            #expect(found.count == rate * 11 / 10)
            #expect(found.allSatisfy { abs($0 - level) < 1e-4 })
        }
        #expect(sounds.samples(of: UUID(), from: 0, to: 1) == nil)
    }

    /// A recording of an earlier session may be sent to a server again after another session has ended.
    @Test func aSessionWithoutSoundLeavesThatOfTheOthersAlone() {
        var sounds = RecentSounds()
        let (one, resumed) = (UUID(), UUID())
        sounds.begin(one)
        sounds.append(Array(repeating: 0.5, count: rate), to: one)
        sounds.append(Array(repeating: 0.1, count: rate), to: resumed)
        #expect(sounds.samples(of: one, from: 0, to: 3)?.count == rate)
        #expect(sounds.samples(of: resumed, from: 0, to: 3) == nil)
    }

    @Test func timesOutsideTheSoundAreCutOff() {
        var sounds = RecentSounds()
        let id = UUID()
        sounds.begin(id)
        sounds.append([0, 0.5, 1, .nan, -7], to: id)
        let all = sounds.samples(of: id, from: -5, to: .infinity)
        #expect(all?.count == 5)
        #expect(all?.last == -1)
        #expect(sounds.samples(of: id, from: 1, to: 2) == nil)
        #expect(sounds.samples(of: id, from: .nan, to: .nan) == nil)
    }

    @Test func aSecondTakesLittleMoreMemoryThanItsSamples() throws {
        var sounds = RecentSounds()
        let id = UUID()
        sounds.begin(id)
        for _ in 0..<150 {
            sounds.append(Array(repeating: 0.1, count: rate / 50), to: id)
        }
        let pieces = try #require(Mirror(reflecting: sounds).descendant("sessions", 0, "pieces") as? [[Int16]])
        #expect(pieces.map(\.count) == [rate, rate, rate])
        #expect(pieces.allSatisfy { $0.capacity < rate * 11 / 10 })
    }

    @Test func theOldestSoundIsDropped() {
        var sounds = RecentSounds()
        let (first, second) = (UUID(), UUID())
        for id in [first, second] {
            sounds.begin(id)
            for _ in 0..<400 {
                sounds.append(Array(repeating: 0.1, count: rate), to: id)
            }
        }
        #expect(sounds.samples(of: first, from: 100, to: 101) == nil)
        #expect(sounds.samples(of: first, from: 199.9, to: 200.5) == nil)
        #expect(sounds.samples(of: first, from: 399, to: 400)?.count == rate)
        #expect(sounds.samples(of: second, from: 0, to: 1)?.count == rate)
    }
}
