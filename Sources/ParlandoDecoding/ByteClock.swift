/// Times of the packets of a format without time stamps, such as ADTS or MP3. Where bytes between two packets are
/// damaged, their duration is estimated from the average bit rate so far.
struct ByteClock {
    /// Offset of the first byte behind the latest packet, or nil before the first one.
    private(set) var end: Int?
    /// Start of the next frames, in seconds.
    private(set) var time = 0.0

    private var bytes = 0
    private var packets = 0
    private var seconds = 0.0

    /// Average size of a packet in bytes.
    var packetSize: Int {
        packets > 0 ? bytes / packets : 0
    }

    /// Counts a packet that could be decoded. Returns whether audio before it is lost.
    ///
    /// - Parameters:
    ///   - range: offsets of the packet.
    ///   - others: number of bytes before the packet that are tags instead of audio.
    mutating func take(_ range: Range<Int>, others: Int) -> Bool {
        let lost = end.map { range.lowerBound - $0 - others } ?? 0
        let isLost = seconds > 0 && bytes > 0 && lost >= max(1, packetSize)
        if isLost {
            time += Double(lost) * seconds / Double(bytes)
        }
        end = range.upperBound
        bytes += range.count
        packets += 1
        return isLost
    }

    /// Counts decoded frames, in seconds.
    mutating func advance(by duration: Double) {
        time += duration
        seconds += duration
    }
}
