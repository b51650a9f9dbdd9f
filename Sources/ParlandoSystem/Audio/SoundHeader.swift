import Foundation

/// What the header of a recording says of the length of its sound, held against what is there.
///
/// A recorder writes the length last. One that was killed leaves 0 or a guess, a copy that broke off ends before, and
/// some programs count wrongly. Where the header is wrong, `patches` put it right, so that all sound is read and nothing
/// else: what follows the sound (titles, pictures) is no sound.
///
/// Sources: "Multimedia Programming Interface and Data Specifications 1.0" (RIFF), EBU Tech 3306 (RF64), "Audio
/// Interchange File Format 1.3", Sony's "Wave64", Apple's "Core Audio Format" and "QuickTime File Format", RFC 8794
/// (EBML), Microsoft's "Advanced Systems Format".
struct SoundHeader {
    /// Corrects the header.
    var patches: [SoundBytes.Patch] = []
    /// Whether the header tells less than there is, or nothing, where it should.
    var isWrong = false
    /// Whether there is no sound at all, only what follows it.
    var isEmpty = false
    /// Bytes that are promised and not there.
    var missing = 0
    /// Where another recording of the kind follows, nil: none.
    var next: Int?
    /// Where this recording ends, nil: it goes on to the end of the file, or its container tells.
    var end: Int?
    /// Bytes of a second of sound, where the header tells.
    var bytesPerSecond = 0

    /// Sound that lasts as long as this, in seconds, is no part of a word: a byte or two too few are no loss.
    private static let noLoss = 0.02
    /// Files with more chunks before the sound than any program writes are not looked at further.
    static let mostChunks = 1000

    /// Whether a part of the sound is missing.
    var isTruncated: Bool {
        missing > Int(Self.noLoss * Double(bytesPerSecond))
    }

    /// Nil when nothing is known of the format, or when it does not tell the length.
    init?(of bytes: SoundBytes, length: Int) {
        let reader = ChunkReader(bytes: bytes, length: length)
        switch (reader.text(0), reader.text(8)) {
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): readWave(reader)
        case ("RIFF", _): missing = max(0, reader.little(4, 4) + 8 - length)
        case ("FORM", "AIFF"), ("FORM", "AIFC"): readAIFF(reader)
        case ("riff", _): readWave64(reader)
        case (".snd", _): readAU(reader)
        case ("caff", _): readCAF(reader)
        case (_, _) where SoundDescriptor.needsSeeking(bytes.bytes(at: 0, 8)): readMP4(reader)
        case (_, _) where bytes.bytes(at: 0, 4) == [0x1A, 0x45, 0xDF, 0xA3]: readMatroska(reader)
        case (_, _) where bytes.bytes(at: 0, 4) == [0x30, 0x26, 0xB2, 0x75]: readASF(reader)
        case ("OggS", _):
            next = OggPages.nextBeginning(in: bytes)
            end = next
        default: return nil
        }
    }

    /// Compares what is promised for the sound with what is there.
    ///
    /// - Parameters:
    ///   - reader: reads the file.
    ///   - size: bytes that are promised, nil: the header does not know.
    ///   - start: where the sound begins.
    ///   - tailed: what follows the sound.
    /// - Returns: the right size, nil: the one that is promised is right.
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

/// Reads numbers and names of a header. What lies beyond the end of the file is 0.
struct ChunkReader {
    let bytes: SoundBytes
    let length: Int

    /// Chunks that are known to follow sound in RIFF and AIFF, whatever their length says.
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

    /// Lengths beyond what any disk holds are brought back, so that sums of them cannot overflow.
    private func number(_ bytes: some Sequence<UInt8>) -> Int {
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(min(value, 1 << 60))
    }

    /// What is found where the sound should have ended.
    enum Follower {
        /// Titles, pictures and the like, or nothing.
        case chunks
        /// Another recording of the same kind.
        case recording(Int)
        /// Nothing that belongs there: the sound goes on.
        case sound
    }

    /// Follows chunks of four-letter names to the end of the file.
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

    /// Titles whose length is wrong, or which have none: those of MP3 begin with TAG.
    private func isKnown(_ name: [UInt8]) -> Bool {
        Self.companions.contains(String(decoding: name, as: UTF8.self)) || name.starts(with: "TAG".utf8)
    }
}
