/// Aligns two sequences of words.
///
/// A common prefix and suffix are removed first. A long remainder is divided at words that occur once on both sides
/// (Bram Cohen's patience diff), and only short parts are compared word by word. So time and memory are limited even if
/// everything was rewritten.
public struct SequenceAlignment {
    /// Maximum product of the numbers of words on both sides.
    private static let smallPiece = 1_000_000

    private let new: [String]
    private let old: [String]
    private var result: [Int?]

    /// Returns the index of the old word for each new one; nil if none matches.
    public static func matches(of new: [String], in old: [String]) -> [Int?] {
        var alignment = SequenceAlignment(new: new, old: old, result: Array(repeating: nil, count: new.count))
        alignment.align(new.indices, old.indices)
        return alignment.result
    }

    private mutating func align(_ newRange: Range<Int>, _ oldRange: Range<Int>) {
        let (newRange, oldRange) = takeEqualEnds(newRange, oldRange)
        guard !newRange.isEmpty, !oldRange.isEmpty else {
            return
        }
        if newRange.count * oldRange.count <= Self.smallPiece {
            compare(newRange, oldRange)
            return
        }
        let anchors = anchors(newRange, oldRange)
        guard !anchors.isEmpty else {
            return
        }
        var (newStart, oldStart) = (newRange.lowerBound, oldRange.lowerBound)
        for anchor in anchors {
            result[anchor.new] = anchor.old
            align(newStart..<anchor.new, oldStart..<anchor.old)
            (newStart, oldStart) = (anchor.new + 1, anchor.old + 1)
        }
        align(newStart..<newRange.upperBound, oldStart..<oldRange.upperBound)
    }

    private mutating func takeEqualEnds(_ newRange: Range<Int>, _ oldRange: Range<Int>) -> (Range<Int>, Range<Int>) {
        var (newStart, newEnd) = (newRange.lowerBound, newRange.upperBound)
        var (oldStart, oldEnd) = (oldRange.lowerBound, oldRange.upperBound)
        while newStart < newEnd, oldStart < oldEnd, new[newStart] == old[oldStart] {
            result[newStart] = oldStart
            newStart += 1
            oldStart += 1
        }
        while newStart < newEnd, oldStart < oldEnd, new[newEnd - 1] == old[oldEnd - 1] {
            newEnd -= 1
            oldEnd -= 1
            result[newEnd] = oldEnd
        }
        return (newStart..<newEnd, oldStart..<oldEnd)
    }

    private mutating func compare(_ newRange: Range<Int>, _ oldRange: Range<Int>) {
        let difference = new[newRange].difference(from: old[oldRange])
        var kept = Set(0..<oldRange.count)
        var placed = Set(0..<newRange.count)
        for change in difference {
            switch change {
            case .remove(let offset, _, _): kept.remove(offset)
            case .insert(let offset, _, _): placed.remove(offset)
            }
        }
        for (newOffset, oldOffset) in zip(placed.sorted(), kept.sorted()) {
            result[newRange.lowerBound + newOffset] = oldRange.lowerBound + oldOffset
        }
    }

    /// Words that occur once on each side, in the same order.
    private func anchors(_ newRange: Range<Int>, _ oldRange: Range<Int>) -> [(new: Int, old: Int)] {
        let oldPlaces = Self.unique(old, oldRange)
        let pairs = Self.unique(new, newRange)
            .compactMap { word, place in oldPlaces[word].map { (new: place, old: $0) } }
            .sorted { $0.new < $1.new }
        return Self.longestRise(pairs)
    }

    private static func unique(_ words: [String], _ range: Range<Int>) -> [String: Int] {
        var places: [String: Int] = [:]
        var repeated: Set<String> = []
        for index in range where places.updateValue(index, forKey: words[index]) != nil {
            repeated.insert(words[index])
        }
        return places.filter { !repeated.contains($0.key) }
    }

    /// By patience sorting with back links.
    private static func longestRise(_ pairs: [(new: Int, old: Int)]) -> [(new: Int, old: Int)] {
        var tops: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].old < pairs[index].old {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            previous[index] = low > 0 ? tops[low - 1] : nil
            if low == tops.count {
                tops.append(index)
            } else {
                tops[low] = index
            }
        }
        var chain: [(new: Int, old: Int)] = []
        var link = tops.last
        while let index = link {
            chain.append(pairs[index])
            link = previous[index]
        }
        return chain.reversed()
    }
}
