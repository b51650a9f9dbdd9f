/// Puts the sound of the sides side by side, each in a channel of its own, and their words on its clock. A side that
/// begins later, or again after a gap, begins where the other one is, after silence. One that falls behind otherwise,
/// because its device lost samples or is slower, gets silence too. So no time passes while neither gives sound. Sound
/// that was only delivered late is known by its number of samples: all are there, so its side is behind no more.
public struct CaptionSound: Sendable {
    private struct Side {
        /// Samples that were heard.
        var count = 0
        /// From which of them on, and by how many samples, they are later on the clock.
        var delays = [(from: 0, by: 0)]
        var waiting: [Float] = []
        /// How many samples of the other side had been heard when this one, far behind, gave sound again: after a gap,
        /// or late; and by how many samples it was later on the clock since, at least. The last of `delays` is where it
        /// began again, as after a gap; nil if there is no doubt.
        var doubt: (since: Int, by: Int)?
        /// Samples that wait, except those in doubt.
        var sure: Int { doubt == nil ? waiting.count : max(0, waiting.count - count + (delays.last?.from ?? 0)) }
    }

    /// Samples by which a side may be behind before it seems to begin again.
    private static let gap = AudioBlock.sampleRate / 4
    /// Samples of the other side for which late ones may still come.
    private static let patience = AudioBlock.sampleRate
    /// Samples by which sound is awaited. Devices that give none for three seconds are opened again.
    private static let hold = 4 * AudioBlock.sampleRate
    /// Samples by which a side may be ahead on average: one and a half blocks.
    private static let tolerance = AudioBlock.sampleRate * 3 / 100

    private let channels: [Int]
    private var sides = [Side(), Side()]
    /// Where the waiting samples begin.
    private var begin = 0
    private var last: CaptionSide?
    /// By how many samples the first side is ahead, on average over the turns in which blocks arrive.
    private var ahead = 0

    public init(_ source: CaptionSource) {
        channels = source.sides.map(\.rawValue)
    }

    /// Returns the sound of all sides, interleaved, as far as it is complete; nil if there is none.
    ///
    /// - Parameter isOver: whether nothing more is to come.
    public mutating func take(isOver: Bool = false) -> AudioBlock? {
        if isOver {
            channels.forEach { settle($0) }
        }
        let counts = channels.map { sides[$0].sure }
        let most = channels.map { sides[$0].waiting.count }.max() ?? 0
        let count = isOver ? most : max(counts.min() ?? 0, most - Self.hold)
        guard count > 0 else {
            return nil
        }
        var samples = [Float](repeating: 0, count: count * channels.count)
        for (channel, side) in channels.enumerated() {
            for (index, sample) in sides[side].waiting.prefix(min(count, counts[channel])).enumerated() {
                samples[index * channels.count + channel] = sample
            }
            sides[side].waiting.removeFirst(min(count, counts[channel]))
        }
        begin += count
        return AudioBlock(samples: samples)
    }

    public mutating func hear(_ block: AudioBlock, of side: CaptionSide) {
        let (own, other) = (side.rawValue, 1 - side.rawValue)
        // The other one may be in its next gap.
        if let doubt = sides[other].doubt, sides[own].count - doubt.since > Self.patience {
            settle(other)
        }
        let (behind, count) = (behind(own), sides[own].count)
        let by = begin + sides[other].waiting.count - count
        if count == 0 {
            wait(behind, own)
        } else if let doubt = sides[own].doubt {
            sides[own].doubt = (doubt.since, min(doubt.by, by))
            if missing(own) < Self.gap {
                settle(own)
            }
        } else if behind > Self.gap {
            sides[own].doubt = (sides[other].count, by)
            sides[own].delays.append((count, by))
            ahead = 0
        } else if last != side, sides[other].count > 0, sides[other].doubt == nil {
            ahead += (self.behind(1) - ahead) / 32
            if abs(ahead) > Self.tolerance {
                let slow = ahead > 0 ? 1 : 0
                wait(self.behind(slow), slow)
            }
        }
        last = side
        if sides[own].doubt == nil {
            delay(own, from: count)
        }
        sides[own].waiting += block.samples
        sides[own].count += block.samples.count
    }

    /// By how many samples a side waits for the other.
    private func behind(_ side: Int) -> Int {
        sides[1 - side].waiting.count - sides[side].waiting.count
    }

    private mutating func wait(_ count: Int, _ side: Int) {
        sides[side].waiting += [Float](repeating: 0, count: max(0, count))
        ahead = 0
    }

    /// How many samples are missing before those in doubt.
    private func missing(_ side: Int) -> Int {
        guard let doubt = sides[side].doubt, let (start, _) = sides[side].delays.last else {
            return 0
        }
        return start + doubt.by - begin - sides[side].sure
    }

    /// Ends the doubt about a side. What is still missing was lost; a part of a block is not.
    private mutating func settle(_ side: Int) {
        let (place, missing) = (sides[side].sure, missing(side))
        guard sides[side].doubt != nil, let (start, _) = sides[side].delays.popLast() else {
            return
        }
        if missing >= Self.gap {
            sides[side].waiting.insert(contentsOf: [Float](repeating: 0, count: missing), at: place)
        }
        sides[side].doubt = nil
        delay(side, from: start)
    }

    /// Samples of a side, from the one with this number on, are where they will be taken.
    private mutating func delay(_ side: Int, from start: Int) {
        let delay = begin + sides[side].waiting.count - sides[side].count
        if sides[side].delays.last?.by != delay {
            sides[side].delays.append((start, delay))
        }
    }

    /// Returns a word of a side's session with its times on the clock.
    func place(_ word: Word, of side: CaptionSide) -> Word {
        let middle = Int((word.start + word.end) / 2 * Double(AudioBlock.sampleRate), within: 0...Int.max / 2)
        let delay = sides[side.rawValue].delays.last { $0.from <= middle }?.by ?? 0
        return word.moved(by: Double(delay) / Double(AudioBlock.sampleRate))
    }
}
