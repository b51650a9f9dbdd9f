import ParlandoCore
import Testing

@testable import ParlandoPresenters

struct HistoryWordMapTests {
    private func words(_ texts: [String], isGlued: Bool = false) -> [Word] {
        texts.enumerated().map { index, text in
            Word(text: text, start: Double(index), end: Double(index) + 1, probability: 1, isGlued: isGlued)
        }
    }

    @Test func wordsAreFoundByTimeAndByPlace() {
        let map = HistoryWordMap("one two\nthree", words(["one", "two", "three"]))
        #expect(map.range(at: -1) == nil)
        #expect(map.range(at: 0) == 0..<3)
        #expect(map.range(at: 1.9) == 4..<7)
        #expect(map.range(at: 100) == 8..<13)
        #expect(map.start(at: 0) == 0)
        #expect(map.start(at: 5) == 1)
        #expect(map.start(at: 13) == 2)
        #expect(map.start(at: 99) == nil)
    }

    @Test func scriptsWithoutSpacesAndBlankLinesAreCounted() {
        let map = HistoryWordMap("日本 \n\n 語🙂", words(["日", "本", "語🙂"], isGlued: true))
        #expect(map.range(at: 1) == 1..<2)
        #expect(map.range(at: 2) == 6..<8)
    }

    @Test func moreWordsThanTextAreNoFault() {
        let map = HistoryWordMap("one", words(["one", "two", "three"]))
        #expect(map.range(at: 2) == 3..<3)
        #expect(HistoryWordMap().range(at: 1) == nil)
    }
}
