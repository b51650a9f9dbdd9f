import Foundation
import ParlandoCore

/// Length of the audio according to a recording's header, compared with the actual file.
///
/// A recorder writes the length last. A recorder that was killed leaves 0 or a guess, an interrupted copy lacks the
/// end, and some programs count wrongly. If the header is wrong, `patches` correct it, so that all audio is read, but
/// not what follows the audio (titles, pictures).
///
/// Sources: "Multimedia Programming Interface and Data Specifications 1.0" (RIFF), EBU Tech 3306 (RF64), "Audio
/// Interchange File Format 1.3", Sony's "Wave64", Apple's "Core Audio Format" and "QuickTime File Format", RFC 8794
/// (EBML), Microsoft's "Advanced Systems Format".
struct SoundHeader {
    var patches: [SoundBytes.Patch] = []
    /// It states less audio than there is.
    var isWrong = false
    /// There are only the chunks that follow the audio.
    var isEmpty = false
    /// In bytes.
    var missing = 0
    var next: Int?
    /// Nil if FFmpeg finds the end.
    var end: Int?
    /// 0 if the header does not state it.
    var bytesPerSecond = 0

    /// Duration of missing or extra audio that is ignored, in seconds.
    private static let noLoss = 0.02
    static let mostChunks = 1000

    var isTruncated: Bool {
        missing > Int(Self.noLoss * Double(bytesPerSecond))
    }

    /// Returns nil if the format is unknown or does not state the length.
    init?(of bytes: SoundBytes, length: Int) {
        let reader = ChunkReader(bytes: bytes, length: length)
        switch (reader.text(0), reader.text(8)) {
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): readWave(reader)
        case ("RIFF", _): missing = max(0, reader.little(4, 4) + 8 - length)
        case ("FORM", "AIFF"), ("FORM", "AIFC"): readAIFF(reader)
        case ("riff", _): readWave64(reader)
        case (".snd", _): readAU(reader)
        case ("caff", _): readCAF(reader)
        case (_, _) where MP4Signature.begins(bytes.bytes(at: 0, 8)): readMP4(reader)
        case (_, _) where bytes.bytes(at: 0, 4) == [0x1A, 0x45, 0xDF, 0xA3]: readMatroska(reader)
        case (_, _) where bytes.bytes(at: 0, 4) == [0x30, 0x26, 0xB2, 0x75]: readASF(reader)
        case ("OggS", _):
            next = OggPages.nextBeginning(in: bytes)
            end = next
        default: return nil
        }
    }

    /// Compares the stated length of the audio with the actual one. Returns the correct number of bytes, or nil if the
    /// stated one is correct.
    ///
    /// - Parameters:
    ///   - size: stated number of bytes, or nil.
    ///   - start: offset of the audio.
    ///   - tailed: returns what is found at an offset after the audio.
    mutating func compare(
        _ reader: ChunkReader, size: Int?, from start: Int, tailed: (Int) -> ChunkReader.Follower = { _ in .sound }
    ) -> Int? {
        let there = max(0, reader.length - start)
        guard let size, size <= there else {
            missing = max(0, (size ?? 0) - there)
            return there
        }
        let rest = there - size
        let isStray = size > 0 && rest <= max(1, Int(Self.noLoss * Double(bytesPerSecond)))
        guard rest > 0, !isStray else {
            return nil
        }
        switch tailed(start + size) {
        case .chunks:
            isEmpty = size == 0
            return nil
        case .recording(let offset):
            next = offset
            return nil
        case .sound:
            isWrong = true
            return there
        }
    }
}

/// Bytes beyond the end of the file are read as 0.
struct ChunkReader {
    let bytes: SoundBytes
    let length: Int

    /// Chunks known to follow the audio in RIFF and AIFF files, accepted even if their length is wrong.
    private static let companions: Set = [
        "LIST", "id3 ", "ID3 ", "bext", "iXML", "_PMX", "cue ", "fact", "JUNK", "junk", "PAD ", "FLLR", "smpl", "inst",
        "afsp", "axml", "acid", "PEAK", "DISP", "cart", "chna", "levl", "link", "plst", "COMM", "MARK", "INST", "NAME",
        "AUTH", "ANNO", "COMT", "(c) ", "APPL", "MIDI", "AESD", "FVER", "SSND", "data",
    ]

    func text(_ offset: Int) -> String {
        String(decoding: bytes.bytes(at: offset, 4), as: UTF8.self)
    }

    func little(_ offset: Int, _ count: Int) -> Int {
        number(bytes.bytes(at: offset, count).reversed())
    }

    func big(_ offset: Int, _ count: Int) -> Int {
        number(bytes.bytes(at: offset, count)[...])
    }

    /// The most significant byte comes first. Limited to 2⁶⁰, more than any disk holds, so that sums of lengths cannot
    /// overflow.
    private func number(_ bytes: some Sequence<UInt8>) -> Int {
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(min(value, 1 << 60))
    }

    enum Follower {
        /// Chunks such as titles and pictures, or the end of the file.
        case chunks
        case recording(Int)
        /// Taken for more audio; the stated end is then wrong.
        case sound
    }

    func follower(at offset: Int, isBig: Bool) -> Follower {
        var position = offset + offset % 2
        for _ in 0..<SoundHeader.mostChunks {
            if position >= length {
                return .chunks
            }
            let name = bytes.bytes(at: position, 4)
            let size = isBig ? big(position + 4, 4) : little(position + 4, 4)
            if name == bytes.bytes(at: 0, 4), text(position + 8) == text(8) {
                return .recording(position)
            }
            let isName = name.count == 4 && name.allSatisfy { (0x20...0x7E).contains($0) }
            guard isName, position + 8 + size <= length + 1 else {
                return isKnown(name) ? .chunks : .sound
            }
            position += 8 + size + size % 2
        }
        return .sound
    }

    /// Whether this may follow the audio: a known chunk, or "TAG", with which an MP3 tag begins.
    private func isKnown(_ name: [UInt8]) -> Bool {
        Self.companions.contains(String(decoding: name, as: UTF8.self)) || name.starts(with: "TAG".utf8)
    }
}

extension SoundHeader {
    /// Stand for "unknown": programs that write WAV into a pipe use the largest number they can.
    private static let unknownLengths = 0x7FFF_0000...0xFFFF_FFFF

    private static func number(_ value: Int, _ count: Int, isBig: Bool) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBig ? bytes.reversed() : bytes
    }

    /// RF64 has 64-bit lengths in a separate chunk.
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

    /// AIFF states the number of bytes in one chunk and the number of frames in another.
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

    /// An 80-bit extended float. Only integers below 2³¹ are supported, which includes all rates in use.
    private func rate(_ reader: ChunkReader, _ offset: Int) -> Int {
        let exponent = reader.big(offset, 2) - 16_383
        return (0..<31).contains(exponent) ? reader.big(offset + 2, 4) >> (31 - exponent) : 0
    }

    /// Chunk names have 16 bytes, lengths have eight and include the chunk's header, and chunks are aligned to eight
    /// bytes.
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

    /// The audio is always the last part of the file.
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

    /// A length of -1 means that the audio continues to the end of the file.
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

    /// If atoms of a fragmented file are damaged, everything up to the next fragment becomes an atom that is ignored.
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

    /// The segment contains everything after the header.
    mutating func readMatroska(_ reader: ChunkReader) {
        guard let header = Self.element(reader, 4), reader.big(header.end, 4) == 0x1853_8067,
            let segment = Self.element(reader, header.end + 4), !segment.isEndless
        else {
            return
        }
        missing = max(0, segment.end - reader.length)
    }

    /// The first byte of the length tells how many bytes the length itself has.
    private static func element(_ reader: ChunkReader, _ offset: Int) -> (end: Int, isEndless: Bool)? {
        let width = UInt8(truncatingIfNeeded: reader.big(offset, 1)).leadingZeroBitCount + 1
        guard width <= 8 else {
            return nil
        }
        let mask = (1 << (7 * width)) - 1
        let size = reader.big(offset, width) & mask
        return (offset + width + size, size == mask)
    }

    /// The data object follows the header object.
    mutating func readASF(_ reader: ChunkReader) {
        let start = reader.little(16, 8)
        let size = reader.little(start + 16, 8)
        if reader.bytes.bytes(at: start, 4) == [0x36, 0x26, 0xB2, 0x75], size > 50 {
            missing = max(0, start + size - reader.length)
        }
    }
}

/// Atoms of an MP4 file, and the fragments of a fragmented one: each has an atom `moof` that describes its sound.
///
/// Source: ISO/IEC 14496-12. An atom begins with its length in four bytes and its name; the length 1 means that eight
/// bytes behind the name state it, and 0 that the atom extends to the end of the file.
struct MP4Atoms {
    struct Atom {
        let name: String
        let size: Int
    }

    static let most = 100_000
    static let mostPatches = 100
    private static let window = 65_536
    private static let mostChildren = 100

    let reader: ChunkReader

    func atom(at offset: Int) -> Atom? {
        let name = reader.bytes.bytes(at: offset + 4, 4)
        guard name.count == 4, name.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else {
            return nil
        }
        var size = reader.big(offset, 4)
        if size == 1 {
            size = reader.big(offset + 8, 8)
        }
        return size >= 8 ? Atom(name: String(decoding: name, as: UTF8.self), size: size) : nil
    }

    /// The description of a fragment (`moof`), and those of its tracks (`traf`), must consist of whole atoms.
    func isIntact(_ atom: Atom?, at offset: Int) -> Bool {
        guard let atom else {
            return false
        }
        return atom.name != "moof" || consistsOfAtoms(atom, at: offset, tracks: true)
    }

    private func consistsOfAtoms(_ atom: Atom, at offset: Int, tracks: Bool = false) -> Bool {
        var position = offset + 8
        for _ in 0..<Self.mostChildren where position < offset + atom.size {
            guard let child = self.atom(at: position) else {
                return false
            }
            if tracks, child.name == "traf", !consistsOfAtoms(child, at: position) {
                return false
            }
            position += child.size
        }
        return position == offset + atom.size
    }

    func fragment(from offset: Int) -> Int? {
        var start = offset
        while let found = reader.bytes.data(from: start) {
            let bytes = reader.bytes.bytes(at: found, Self.window)
            guard bytes.count >= 16 else {
                return nil
            }
            // The first atom of a fragment's description is its header, `mfhd`.
            let place = (0...bytes.count - 16).first { index in
                bytes[index + 4] == 0x6D && bytes[(index + 4)...].starts(with: "moof".utf8)
                    && bytes[(index + 12)...].starts(with: "mfhd".utf8)
            }
            if let place, isIntact(atom(at: found + place), at: found + place) {
                return found + place
            }
            start = found + (place.map { $0 + 8 } ?? bytes.count - 15)
        }
        return nil
    }
}
