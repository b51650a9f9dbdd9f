import ParlandoCore
import Testing

@testable import ParlandoNetwork

@Suite struct ServerSentEventsTests {
    private func read(_ text: String, cutEvery count: Int = .max) throws -> [String] {
        var parser = ServerSentEvents()
        var events: [[UInt8]] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += try parser.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        events += parser.finish()
        return events.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let streams: [(String, [String])] = [
        ("data: a\n\ndata: b\n\n", ["a", "b"]),
        ("data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]),
        ("data: a\r\rdata:b\r\r", ["a", "b"]),
        ("\u{FEFF}data: a\n\n", ["a"]),
        (": comment\nevent: x\nid: 7\nretry: 3\ndata: a\n\n", ["a"]),
        ("data: a\ndata: b\n\n", ["a\nb"]),
        ("data\n\n", [""]),
        ("data:  two spaces\n\n", [" two spaces"]),
        ("data: no empty line", ["no empty line"]),
        ("data: Привет, 世界 👩‍🚀\n\n", ["Привет, 世界 👩‍🚀"]),
        ("\n\n\n", []), ("", []), ("database: a\n\n", []), ("event: x\n\n", []),
    ]

    @Test(arguments: streams)
    func eventsAreFoundInEveryForm(text: String, expected: [String]) throws {
        #expect(try read(text) == expected)
    }

    @Test(arguments: streams, [1, 2, 3, 5, 7])
    func itDoesNotMatterWhereTheBytesAreCut(stream: (String, [String]), count: Int) throws {
        #expect(try read(stream.0, cutEvery: count) == stream.1)
    }

    @Test func aLineWithoutEndIsRefused() throws {
        var parser = ServerSentEvents()
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        #expect(throws: HTTPError.self) {
            for _ in 0..<100 {
                _ = try parser.append(piece)
            }
        }
    }

    @Test func anEventOfEndlesslyManyLinesIsRefused() throws {
        var parser = ServerSentEvents()
        let line = Array("data: 0123456789\n".utf8)
        #expect(throws: HTTPError.self) {
            for _ in 0..<200_000 {
                _ = try parser.append(line)
            }
        }
    }
}
