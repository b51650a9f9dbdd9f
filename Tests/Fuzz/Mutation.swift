/// Makes damaged inputs from valid ones. Input `index` of a seed is the same in every run and on every machine.
struct Mutation {
    /// Maximum length of an input in bytes. At this length a reader with quadratic running time exceeds the time limit,
    /// while one with linear running time takes a fraction of a second even with sanitizers.
    private static let longest = 1 << 16
    /// Numbers that often cause arithmetic errors, such as limits of integer types and powers of two.
    private static let oddNumbers: [UInt64] = [
        0, 1, 2, 3, 4, 7, 8, 16, 127, 128, 255, 256, 1000, 0x7FFE, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0xFF_FFFF,
        0x7FFF_FFFE, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 36, 1 << 53, 0x7FFF_FFFF_FFFF_FFFF,
        0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF,
        // As floats: infinity, NaN and the largest finite value, of 32 and of 64 bits.
        0x7F80_0000, 0x7FC0_0000, 0x7F7F_FFFF, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0x7FEF_FFFF_FFFF_FFFF,
    ]
    /// Texts that often cause errors in parsers: extreme numbers, incomplete JSON, control characters and others.
    private static let oddTexts = [
        "0", "-1", "1e999", "-1e999", "1e308", "1e-400", "9223372036854775807", "9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "0.1e1", "NaN", "Infinity", "null", "true", "[]", "{}", "\"\"",
        "[[[[[[[[", "]]]]", "{\"a\":", "}", "\\u0000", "\\ud800", "\\udfff", "\\", "\"", ",", ":", "\n", "\r\n", "\r",
        "\n\n", "data:", "\u{FEFF}", "\u{202E}", "\u{0}", "é", "🙂", "%s%n", "../..", "'", "\u{1B}]0;x\u{7}",
    ].map { Array($0.utf8) }

    /// The valid inputs, at least one.
    let seeds: [[UInt8]]
    /// Seed of the random numbers. Each seed gives another series of inputs.
    let seed: UInt64

    /// Returns the input with the number `index`. The first inputs, from 0 on, are the valid ones, unchanged.
    func input(_ index: Int) -> [UInt8] {
        guard index >= seeds.count else {
            return seeds[index]
        }
        var random = RandomNumbers(seed: seed &* 0x1_0000_0001 &+ UInt64(index))
        var bytes = random.one(of: seeds)
        // An input with few changes is parsed further before it is rejected; many changes give unforeseen combinations.
        let changes = 1 << random.below(5)
        for _ in 0..<changes {
            change(&bytes, &random)
        }
        return Array(bytes.prefix(Self.longest))
    }

    private func change(_ bytes: inout [UInt8], _ random: inout RandomNumbers) {
        let place = random.below(bytes.count + 1)
        let piece = place..<min(bytes.count, place + 1 + random.below(1 << random.below(12)))
        switch random.below(14) {
        case 0, 1: flipBit(&bytes, &random)
        case 2: overwrite(&bytes, at: headPlace(bytes, &random), with: [UInt8(truncatingIfNeeded: random.next())])
        case 3, 4: overwrite(&bytes, at: headPlace(bytes, &random), with: number(&random))
        case 5: bytes.insert(contentsOf: random.one(of: Self.oddTexts), at: place)
        case 6: replaceNumber(&bytes, &random)
        case 7: bytes.removeSubrange(piece)
        case 8: bytes.insert(contentsOf: bytes[piece], at: random.below(bytes.count + 1))
        case 9: bytes.removeLast(random.below(bytes.count + 1))
        case 10: splice(&bytes, &random)
        case 11, 12: damageMiddle(of: &bytes, &random)
        default: multiply(&bytes, piece, &random)
        }
    }

    /// Returns a random position, preferably near the beginning, because most headers are there.
    private func headPlace(_ bytes: [UInt8], _ random: inout RandomNumbers) -> Int {
        random.below(random.below(2) == 0 ? min(bytes.count, 128) : bytes.count)
    }

    private func flipBit(_ bytes: inout [UInt8], _ random: inout RandomNumbers) {
        if !bytes.isEmpty {
            bytes[headPlace(bytes, &random)] ^= 1 << UInt8(random.below(8))
        }
    }

    private func overwrite(_ bytes: inout [UInt8], at place: Int, with new: [UInt8]) {
        for (offset, byte) in new.enumerated() where place + offset < bytes.count {
            bytes[place + offset] = byte
        }
    }

    /// Returns one of `oddNumbers` as one, two, four or eight bytes, in either byte order.
    private func number(_ random: inout RandomNumbers) -> [UInt8] {
        let value = random.one(of: Self.oddNumbers)
        let width = 1 << random.below(4)
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        return random.below(2) == 0 ? bytes : bytes.reversed()
    }

    /// Replaces the first run of digits after a random position with one of `oddTexts`.
    private func replaceNumber(_ bytes: inout [UInt8], _ random: inout RandomNumbers) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let from = random.below(bytes.count + 1)
        guard let start = bytes[from...].firstIndex(where: digits.contains) else {
            return
        }
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: random.one(of: Self.oddTexts))
    }

    /// Replaces the end of the input with the end of another valid input.
    private func splice(_ bytes: inout [UInt8], _ random: inout RandomNumbers) {
        let other = random.one(of: seeds)
        bytes = Array(bytes.prefix(random.below(bytes.count + 1))) + other.suffix(random.below(other.count + 1))
    }

    /// Removes, clears or overwrites up to 40 % in the middle, as a disk or a network does.
    private func damageMiddle(of bytes: inout [UInt8], _ random: inout RandomNumbers) {
        let length = random.below(bytes.count * 2 / 5 + 1)
        let start = (bytes.count - length) / 2
        let kind = random.below(3)
        var damaged = [UInt8](repeating: 0, count: kind == 0 ? 0 : length)
        if kind == 1 {
            for index in damaged.indices {
                damaged[index] = UInt8(truncatingIfNeeded: random.next())
            }
        }
        bytes.replaceSubrange(start..<start + length, with: damaged)
    }

    /// Repeats a piece many times, so that a reader with quadratic running time exceeds the time limit.
    private func multiply(_ bytes: inout [UInt8], _ piece: Range<Int>, _ random: inout RandomNumbers) {
        let part = Array(bytes[piece])
        guard !part.isEmpty else {
            return
        }
        let times = min(1 << random.below(17), Self.longest / part.count)
        bytes.insert(contentsOf: (0..<times).flatMap { _ in part }, at: piece.lowerBound)
    }
}
