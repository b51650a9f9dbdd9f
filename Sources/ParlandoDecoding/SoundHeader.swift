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
    /// Corrections of the header.
    var patches: [SoundBytes.Patch] = []
    /// Whether the header states less audio than there is, including a length of 0.
    var isWrong = false
    /// Whether there is no audio at all, only the chunks that follow it.
    var isEmpty = false
    /// Number of bytes that the header states but the file lacks.
    var missing = 0
    /// Offset of a following recording of the same kind, or nil if there is none.
    var next: Int?
    /// End of this recording, or nil if it extends to the end of the file or if FFmpeg finds the end from the
    /// container.
    var end: Int?
    /// Number of bytes per second of audio, or 0 if the header does not state it.
    var bytesPerSecond = 0

    /// Maximum duration of missing or extra audio that is ignored, in seconds. A difference of a few bytes is not a
    /// loss of audio.
    private static let noLoss = 0.02
    /// Maximum number of chunks to examine before the audio: more than any program writes.
    static let mostChunks = 1000

    /// Whether part of the audio is missing.
    var isTruncated: Bool {
        missing > Int(Self.noLoss * Double(bytesPerSecond))
    }

    /// Parses a header. Returns nil if the format is unknown or does not state the length.
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

    /// Compares the stated length of the audio with the actual one.
    ///
    /// - Parameters:
    ///   - reader: reader of the file.
    ///   - size: stated number of bytes, or nil if the header does not state it.
    ///   - start: offset of the audio.
    ///   - tailed: returns what is found at an offset after the audio.
    /// - Returns: the correct number of bytes, or nil if the stated one is correct.
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

/// Reader for the numbers and names in a header. Bytes beyond the end of the file are read as 0.
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

    /// Returns the number that bytes represent, the most significant byte first. It is limited to 2⁶⁰, more than any
    /// disk holds, so that sums of lengths cannot overflow.
    private func number(_ bytes: some Sequence<UInt8>) -> Int {
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(min(value, 1 << 60))
    }

    /// Content found at the stated end of the audio.
    enum Follower {
        /// Chunks such as titles and pictures, or the end of the file.
        case chunks
        /// Another recording of the same kind, at this offset.
        case recording(Int)
        /// Nothing that can be recognised, so that it is taken for more audio. The stated end is then wrong.
        case sound
    }

    /// Returns what follows the audio at an offset. To find out, steps through chunks with four-letter names to the end
    /// of the file.
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

    /// Returns whether a chunk's name is known to follow audio. Such a chunk is accepted even if its length is wrong or
    /// missing. "TAG" begins an MP3 tag.
    private func isKnown(_ name: [UInt8]) -> Bool {
        Self.companions.contains(String(decoding: name, as: UTF8.self)) || name.starts(with: "TAG".utf8)
    }
}
