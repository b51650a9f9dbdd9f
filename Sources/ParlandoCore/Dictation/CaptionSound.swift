/// Puts the sound of the sides side by side, each in a channel of its own, and their words on its clock. A side that
/// begins later, or again after a gap, begins where the other one is, after silence. One that falls behind otherwise,
/// because its device lost samples or is slower, gets silence too. So no time passes while neither gives sound.
public struct CaptionSound: Sendable {
    private struct Side {
        /// Samples that were heard.
        var count = 0
        /// From which of them on, and by how many samples, they are later on the clock.
        var delays = [(from: 0, by: 0)]
        var waiting: [Float] = []
    }

    /// Samples by which a side may be behind before it begins again.
    private static let gap = AudioBlock.sampleRate
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
        let counts = channels.map { sides[$0].waiting.count }
        let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
        let count = isOver ? most : max(least, most - Self.gap)
        guard count > 0 else {
            return nil
        }
        var samples = [Float](repeating: 0, count: count * channels.count)
        for (channel, side) in channels.enumerated() {
            for (index, sample) in sides[side].waiting.prefix(count).enumerated() {
                samples[index * channels.count + channel] = sample
            }
            sides[side].waiting.removeFirst(min(count, counts[channel]))
        }
        begin += count
        return AudioBlock(samples: samples)
    }

    public mutating func hear(_ block: AudioBlock, of side: CaptionSide) {
        let own = side.rawValue
        let lead = sides[0].waiting.count - sides[1].waiting.count
        let behind = own == 0 ? -lead : lead
        if sides[own].count == 0 || behind > Self.gap {
            wait(behind, own)
        } else if last != side, sides[1 - own].count > 0 {
            ahead += (lead - ahead) / 32
            if abs(ahead) > Self.tolerance {
                wait(ahead > 0 ? lead : -lead, ahead > 0 ? 1 : 0)
            }
        }
        last = side
        let delay = begin + sides[own].waiting.count - sides[own].count
        if sides[own].delays.last?.by != delay {
            sides[own].delays.append((sides[own].count, delay))
        }
        sides[own].waiting += block.samples
        sides[own].count += block.samples.count
    }

    private mutating func wait(_ count: Int, _ side: Int) {
        sides[side].waiting += [Float](repeating: 0, count: max(0, count))
        ahead = 0
    }

    /// Returns a word of a side's session with its times on the clock.
    func place(_ word: Word, of side: CaptionSide) -> Word {
        let middle = Int((word.start + word.end) / 2 * Double(AudioBlock.sampleRate), within: 0...Int.max / 2)
        let delay = sides[side.rawValue].delays.last { $0.from <= middle }?.by ?? 0
        return word.moved(by: Double(delay) / Double(AudioBlock.sampleRate))
    }
}
