import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// gettext believes what a catalogue says of itself, so it must not see a damaged one.
struct MessageCatalogueTests {
    private let bytes: [UInt8]

    init() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("ru.mo")
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["msgfmt", ProjectFolder.root.path + "/po/ru.po", "-o", path]
        try compiler.run()
        compiler.waitUntilExit()
        bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private func isWhole(_ bytes: some Sequence<UInt8>) -> Bool {
        Array(bytes).withUnsafeBytes { MessageCatalogue($0).isWhole }
    }

    @Test func aCatalogueIsWholeAndNoBeginningOfItIs() {
        #expect(isWhole(bytes))
        #expect(bytes.count > 100_000)
        for length in Array(0..<64) + Array(stride(from: 64, to: bytes.count, by: 997)) + [bytes.count - 1] {
            #expect(!isWhole(bytes.prefix(length)), "\(length) bytes")
        }
    }

    /// Each number of the header and of the tables, set to one that leads out of the file.
    @Test func aPlaceOutsideIsNoticed() {
        for place in [0, 8, 12, 16, 20, 24] + Array(stride(from: 28, to: 2000, by: 4)) {
            for wrong: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x10]] {
                var damaged = bytes
                damaged.replaceSubrange(place..<place + 4, with: wrong)
                #expect(!isWhole(damaged), "at \(place)")
            }
        }
    }

    /// gettext looks for an empty place until it finds one.
    @Test func aFullHashTableIsNoticed() {
        let (size, table) = (number(at: 20), number(at: 24))
        var damaged = bytes
        for place in 0..<size {
            damaged.replaceSubrange(table + 4 * place..<table + 4 * place + 4, with: [1, 0, 0, 0])
        }
        #expect(size > 2 && !isWhole(damaged))
    }

    private func number(at place: Int) -> Int {
        bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
