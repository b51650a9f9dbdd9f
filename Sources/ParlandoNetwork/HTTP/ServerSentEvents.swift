import ParlandoCore

/// Extracts the data from a stream of server-sent events (WHATWG HTML, 9.2.6). The bytes may be split anywhere, even
/// within a character. Event names and IDs are ignored.
struct ServerSentEvents {
    /// In bytes, so that a faulty server cannot fill the memory.
    static let mostBytes = 1 << 20

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var line: [UInt8] = []
    private var data: [UInt8]?
    private var isFirstLine = true
    private var followsReturn = false

    /// Returns the data of every event that the bytes complete. Throws `badAnswer`.
    mutating func append(_ bytes: [UInt8]) throws(HTTPError) -> [[UInt8]] {
        var events: [[UInt8]] = []
        for byte in bytes {
            defer { followsReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where followsReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine(into: &events)
            default:
                guard line.count + (data?.count ?? 0) < Self.mostBytes else {
                    throw HTTPError(.badAnswer, detail: "an event of more than \(Self.mostBytes) bytes")
                }
                line.append(byte)
            }
        }
        return events
    }

    /// Returns the data of the last event if the server omitted the empty line that should end it.
    mutating func finish() -> [[UInt8]] {
        var events: [[UInt8]] = []
        endLine(into: &events)
        endLine(into: &events)
        return events
    }

    private mutating func endLine(into events: inout [[UInt8]]) {
        if isFirstLine, line.starts(with: Self.byteOrderMark) {
            line.removeFirst(Self.byteOrderMark.count)
        }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else {
            if let data {
                events.append(data)
            }
            data = nil
            return
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        guard line[..<colon].elementsEqual("data".utf8) else {
            return
        }
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") {
            value.removeFirst()
        }
        if data == nil {
            data = Array(value)
        } else {
            data?.append(UInt8(ascii: "\n"))
            data?.append(contentsOf: value)
        }
    }
}
