/// Parsers for the headers of the individual formats.
extension SoundHeader {
    /// Lengths that stand for "unknown": programs that write WAV into a pipe use the largest number they can.
    private static let unknownLengths = 0x7FFF_0000...0xFFFF_FFFF

    private static func number(_ value: Int, _ count: Int, isBig: Bool) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBig ? bytes.reversed() : bytes
    }

    /// Parses WAV, or RF64, which has 64-bit lengths in a separate chunk.
    mutating func readWave(_ reader: ChunkReader) {
        let isLong = reader.text(0) != "RIFF"
        var position = 12
        var long: Int?
        for _ in 0..<Self.mostChunks where position < reader.length {
            let size = reader.little(position + 4, 4)
            switch reader.text(position) {
            case "fmt ": bytesPerSecond = reader.little(position + 16, 4)
            case "ds64": long = position + 16
            case "data":
                let isUnknown = Self.unknownLengths.contains(size) && (!isLong || long == nil)
                let promised = isLong && size == 0xFFFF_FFFF ? long.map { reader.little($0, 8) } : size
                let right = compare(
                    reader, size: isUnknown ? nil : promised, from: position + 8,
                    tailed: { reader.follower(at: $0, isBig: false) })
                if let right, let long, size == 0xFFFF_FFFF {
                    patches = [SoundBytes.Patch(offset: long, bytes: Self.number(right, 8, isBig: false))]
                } else if let right {
                    let bytes = Self.number(min(right, 0xFFFF_FFFF), 4, isBig: false)
                    patches = [SoundBytes.Patch(offset: position + 4, bytes: bytes)]
                }
                return
            default: break
            }
            position += 8 + size + size % 2
        }
    }

    /// Parses AIFF, which states the number of bytes in one chunk and the number of frames in another.
    mutating func readAIFF(_ reader: ChunkReader) {
        let isPlain = reader.text(8) == "AIFF"
        var frameBytes = 0
        var frames: Int?
        var position = 12
        for _ in 0..<Self.mostChunks where position < reader.length {
            let size = reader.big(position + 4, 4)
            switch reader.text(position) {
            case "COMM":
                frameBytes = reader.big(position + 8, 2) * ((reader.big(position + 14, 2) + 7) / 8)
                frames = position + 10
                bytesPerSecond = isPlain ? frameBytes * rate(reader, position + 16) : 0
            case "SSND":
                // The chunk begins with eight bytes, offset and block size, that are not audio.
                let right = compare(
                    reader, size: size, from: position + 8, tailed: { reader.follower(at: $0, isBig: true) })
                guard let right else {
                    return
                }
                let bytes = Self.number(min(right, 0xFFFF_FFFE), 4, isBig: true)
                let whole = Self.number(min(reader.length - 8, 0xFFFF_FFFE), 4, isBig: true)
                patches = [
                    SoundBytes.Patch(offset: 4, bytes: whole), SoundBytes.Patch(offset: position + 4, bytes: bytes),
                ]
                if isPlain, let frames, frameBytes > 0 {
                    let count = Self.number(min(max(0, right - 8) / frameBytes, 0xFFFF_FFFE), 4, isBig: true)
                    patches.append(SoundBytes.Patch(offset: frames, bytes: count))
                }
                return
            default: break
            }
            position += 8 + size + size % 2
        }
    }

    /// Returns a sample rate stored as an 80-bit extended float. Only integers below 2³¹ are supported, which includes
    /// all rates in use.
    private func rate(_ reader: ChunkReader, _ offset: Int) -> Int {
        let exponent = reader.big(offset, 2) - 16_383
        return (0..<31).contains(exponent) ? reader.big(offset + 2, 4) >> (31 - exponent) : 0
    }

    /// Parses Wave64: chunk names have 16 bytes, lengths have eight and include the chunk's header, and chunks are
    /// aligned to eight bytes.
    mutating func readWave64(_ reader: ChunkReader) {
        var position = 40
        for _ in 0..<Self.mostChunks where position < reader.length {
            let size = reader.little(position + 16, 8)
            switch reader.text(position) {
            case "fmt ": bytesPerSecond = reader.little(position + 32, 4)
            case "data":
                let right = compare(
                    reader, size: max(0, size - 24), from: position + 24,
                    tailed: { Self.isWave64Chunk(reader, $0) ? .chunks : .sound })
                if let right {
                    let bytes = Self.number(right + 24, 8, isBig: false)
                    patches = [SoundBytes.Patch(offset: position + 16, bytes: bytes)]
                }
                return
            default: break
            }
            position += max(24, (size + 7) / 8 * 8)
        }
    }

    private static func isWave64Chunk(_ reader: ChunkReader, _ offset: Int) -> Bool {
        let position = (offset + 7) / 8 * 8
        let size = reader.little(position + 16, 8)
        return position >= reader.length || size >= 24 && position + size <= reader.length + 7
    }

    /// Parses AU, in which the audio is always the last part of the file.
    mutating func readAU(_ reader: ChunkReader) {
        let (start, size) = (reader.big(4, 4), reader.big(8, 4))
        let sampleBytes = [1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1][reader.big(12, 4)] ?? 1
        bytesPerSecond = sampleBytes * min(reader.big(16, 4), 1 << 24) * min(reader.big(20, 4), 1024)
        let right = compare(reader, size: size == 0xFFFF_FFFF ? nil : size, from: start)
        if let right {
            let bytes = Self.number(min(right, 0xFFFF_FFFF), 4, isBig: true)
            patches = [SoundBytes.Patch(offset: 8, bytes: bytes)]
        }
    }

    /// Parses CAF, in which a length of -1 means that the audio continues to the end of the file.
    mutating func readCAF(_ reader: ChunkReader) {
        var position = 8
        for _ in 0..<Self.mostChunks where position < reader.length {
            let size = reader.big(position + 4, 8)
            guard reader.text(position) == "data" else {
                position += 12 + size
                continue
            }
            let isUnknown = reader.bytes.bytes(at: position + 4, 8).allSatisfy { $0 == 0xFF }
            let right = compare(
                reader, size: isUnknown ? nil : size, from: position + 12,
                tailed: { Self.isCAFChunk(reader, $0) ? .chunks : .sound })
            if let right, !isUnknown {
                patches = [SoundBytes.Patch(offset: position + 4, bytes: Self.number(right, 8, isBig: true))]
            }
            return
        }
    }

    private static func isCAFChunk(_ reader: ChunkReader, _ offset: Int) -> Bool {
        offset >= reader.length || offset + 12 + reader.big(offset + 4, 8) <= reader.length
    }

    /// Parses MP4, which consists of atoms. If the last one extends beyond the end of the file, bytes are missing. If
    /// atoms of a fragmented file are damaged, everything up to the next fragment becomes an atom that is ignored.
    mutating func readMP4(_ reader: ChunkReader) {
        let atoms = MP4Atoms(reader: reader)
        var position = 0
        var hasFragments = false
        for _ in 0..<MP4Atoms.most where position + 8 <= reader.length {
            let atom = atoms.atom(at: position)
            hasFragments = hasFragments || atom?.name == "moof"
            let isCut = atom.map { position + $0.size > reader.length } ?? false
            if hasFragments, isCut || !atoms.isIntact(atom, at: position), patches.count < MP4Atoms.mostPatches,
                let next = atoms.fragment(from: position + 8)
            {
                let size = Self.number(min(next - position, 0xFFFF_FFFF), 4, isBig: true)
                patches.append(SoundBytes.Patch(offset: position, bytes: size + Array("free".utf8)))
                position = next
            } else if let atom {
                position += atom.size
            } else {
                return
            }
        }
        missing = max(0, position - reader.length)
    }

    /// Parses Matroska, whose segment contains everything after the header. If the segment extends beyond the end of
    /// the file, bytes are missing.
    mutating func readMatroska(_ reader: ChunkReader) {
        guard let header = Self.element(reader, 4), reader.big(header.end, 4) == 0x1853_8067,
            let segment = Self.element(reader, header.end + 4), !segment.isEndless
        else {
            return
        }
        missing = max(0, segment.end - reader.length)
    }

    /// Returns the end of an EBML element, and whether its length is unknown; nil if the element is invalid. The first
    /// byte of the length tells how many bytes the length itself has.
    private static func element(_ reader: ChunkReader, _ offset: Int) -> (end: Int, isEndless: Bool)? {
        let width = UInt8(truncatingIfNeeded: reader.big(offset, 1)).leadingZeroBitCount + 1
        guard width <= 8 else {
            return nil
        }
        let mask = (1 << (7 * width)) - 1
        let size = reader.big(offset, width) & mask
        return (offset + width + size, size == mask)
    }

    /// Parses ASF, in which the data object follows the header object. If the data object extends beyond the end of the
    /// file, bytes are missing.
    mutating func readASF(_ reader: ChunkReader) {
        let start = reader.little(16, 8)
        let size = reader.little(start + 16, 8)
        if reader.bytes.bytes(at: start, 4) == [0x36, 0x26, 0xB2, 0x75], size > 50 {
            missing = max(0, start + size - reader.length)
        }
    }
}
