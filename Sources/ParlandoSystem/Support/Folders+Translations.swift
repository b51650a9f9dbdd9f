import Foundation

extension Folders {
    /// Paths of the damaged translation catalogues. gettext does not check the offsets in a catalogue, so a damaged one
    /// could crash the program.
    public var damagedTranslations: [String] {
        languages.map { "\(translations)/\($0)/LC_MESSAGES/parlando.mo" }.filter { path in
            guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
                return false
            }
            return !bytes.withUnsafeBytes { MessageCatalogue($0).isWhole }
        }
    }
}

/// The bytes of a compiled message catalogue (`.mo`) of GNU gettext, version 0 of the format.
struct MessageCatalogue {
    private static let magic = 0x9504_12de
    private static let header = 28

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Whether everything that gettext reads lies within the file: both tables of strings, each string with its
    /// terminating zero, and the hash table.
    var isWhole: Bool {
        guard bytes.count >= Self.header, number(at: 0) == Self.magic, number(at: 4) == 0 else {
            return false
        }
        let count = number(at: 8)
        return hasStrings(count, at: number(at: 12)) && hasStrings(count, at: number(at: 16))
            && hasHashes(number(at: 20), at: number(at: 24), of: count)
    }

    private func hasStrings(_ count: Int, at table: Int) -> Bool {
        guard table + 8 * count <= bytes.count else {
            return false
        }
        return (0..<count).allSatisfy { index in
            let end = number(at: table + 8 * index) + number(at: table + 8 * index + 4)
            return end < bytes.count && bytes[end] == 0
        }
    }

    /// Returns whether the hash table is valid or absent. A search ends at an empty slot, so a table must have at least
    /// one.
    private func hasHashes(_ size: Int, at table: Int, of count: Int) -> Bool {
        guard size > 2, table + 4 * size <= bytes.count else {
            return size == 0
        }
        let places = (0..<size).map { number(at: table + 4 * $0) }
        return places.contains(0) && places.allSatisfy { $0 <= count }
    }

    /// Returns the little-endian 32-bit number at an offset.
    private func number(at offset: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
