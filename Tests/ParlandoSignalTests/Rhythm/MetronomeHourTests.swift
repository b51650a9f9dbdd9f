import Foundation
import ParlandoCore
import ParlandoSignal
import Testing

/// An hour of clicks, each looked for in the samples.
@Suite struct MetronomeHourTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bpm: Double
        let rate: Int
        let block: Int
        var seconds = 3600

        var testDescription: String {
            "\(bpm) BPM, \(rate) Hz, \(seconds) s, blocks of \(block)"
        }
    }

    private static let cases: [Case] = [
        Case(bpm: 40, rate: 44_100, block: 251), Case(bpm: 40, rate: 48_000, block: 1_000_003),
        Case(bpm: 40, rate: 96_000, block: 480), Case(bpm: 90, rate: 44_100, block: 4801),
        Case(bpm: 90, rate: 48_000, block: 480), Case(bpm: 90, rate: 96_000, block: 1_000_003),
        Case(bpm: 133.33, rate: 44_100, block: 1_000_003), Case(bpm: 133.33, rate: 48_000, block: 777),
        Case(bpm: 133.33, rate: 96_000, block: 4801), Case(bpm: 160, rate: 44_100, block: 480),
        Case(bpm: 160, rate: 48_000, block: 509), Case(bpm: 160, rate: 96_000, block: 4801),
        // Each block costs a call: here are as many as in the hours above.
        Case(bpm: 133.33, rate: 44_100, block: 1, seconds: 20), Case(bpm: 133.33, rate: 48_000, block: 7, seconds: 140),
    ]

    /// As fast as memcmp: the sound is an hour long.
    private struct Silence {
        private static let piece = 4096
        private let zeros = [Float](repeating: 0, count: piece)

        /// The first sample from `start` on that is not silent, `end` when all are.
        func end(_ sound: UnsafePointer<Float>, from start: Int, to end: Int) -> Int {
            var position = start
            while position < end {
                let count = min(Self.piece, end - position)
                if memcmp(sound + position, zeros, count * MemoryLayout<Float>.size) != 0 {
                    return (position..<position + count).first { sound[$0] != 0 } ?? end
                }
                position += count
            }
            return end
        }
    }

    @Test(arguments: cases)
    func everyClickStartsOnItsFrame(example: Case) throws {
        let tempo = try #require(Tempo(beatsPerMinute: example.bpm))
        let voice = MetronomeVoice(rate: example.rate, clickVolume: 0.8, guideVolume: 0.3)
        voice.begin(MetronomeRun(firstClick: 0, tempo: tempo, clicks: nil))
        let lengths = [true, false].map { ClickSound.samples(rate: example.rate, accented: $0).count }
        let longest = lengths.max() ?? 0
        // While it is still in the processor's cache.
        let stretch = max(example.block, example.rate / example.block * example.block)
        let room = UnsafeMutablePointer<Float>.allocate(capacity: stretch)
        defer { room.deallocate() }
        let silence = Silence()
        var click = 0
        var wrong = 0
        var quiet = 0
        for start in stride(from: 0, to: example.rate * example.seconds, by: stretch) {
            for offset in stride(from: 0, to: stretch, by: example.block) {
                let block = UnsafeMutableBufferPointer(start: room + offset, count: example.block)
                voice.render(into: block, at: start + offset)
            }
            // The rest of the last click of the stretch before is no start.
            let before = click > 0 ? expected(click - 1, example) + longest - start : 0
            var position = max(0, before)
            while true {
                let found = silence.end(room, from: position, to: stretch)
                guard found < stretch else {
                    break
                }
                wrong += start + found == expected(click, example) ? 0 : 1
                quiet += abs(room[found]) > 0.1 ? 0 : 1
                click += 1
                position = found + longest
            }
        }
        #expect(wrong == 0)
        #expect(quiet == 0)
        #expect(click >= Int(Double(example.seconds) / 60 * example.bpm))
    }

    /// round(n · 60 · rate / BPM), in whole numbers: BPM has at most two decimals here.
    private func expected(_ click: Int, _ example: Case) -> Int {
        let divisor = Int((example.bpm * 100).rounded())
        return (2 * click * 60 * example.rate * 100 + divisor) / (2 * divisor)
    }
}
