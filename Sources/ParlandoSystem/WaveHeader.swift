import Glibc

/// What the header of a RIFF WAVE file promises. libsndfile silently believes the file's length instead.
///
/// Format: "Multimedia Programming Interface and Data Specifications 1.0", IBM and Microsoft, 1991: chunks of a
/// four-letter name, a little-endian length, and that many bytes, padded to an even count.
struct WaveHeader {
    /// Programs that write into a pipe cannot know the length, and put the greatest they can think of.
    private static let unknownLengths: ClosedRange<UInt32> = 0x7FFF_0000...0xFFFF_FFFF
    /// More chunks than any program puts before the sound.
    private static let mostChunks = 64

    /// Whether all the bytes it promises are there.
    let isHonest: Bool

    /// Nil when the file is something else. Leaves the position in the file as it is.
    init?(of descriptor: Int32) {
        guard Self.name(at: 0, descriptor) == "RIFF", Self.name(at: 8, descriptor) == "WAVE" else {
            return nil
        }
        let length = Self.fileLength(descriptor)
        var position = 12
        for _ in 0..<Self.mostChunks {
            guard let name = Self.name(at: position, descriptor),
                let size = Self.number(at: position + 4, descriptor)
            else {
                return nil
            }
            if name == "data" {
                isHonest = Self.unknownLengths.contains(size) || position + 8 + Int(size) <= length
                return
            }
            position += 8 + Int(size) + Int(size % 2)
        }
        return nil
    }

    private static func fileLength(_ descriptor: Int32) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func name(at position: Int, _ descriptor: Int32) -> String? {
        bytes(at: position, descriptor).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func number(at position: Int, _ descriptor: Int32) -> UInt32? {
        bytes(at: position, descriptor).map { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    private static func bytes(at position: Int, _ descriptor: Int32) -> [UInt8]? {
        var four: [UInt8] = [0, 0, 0, 0]
        return pread(descriptor, &four, 4, position) == 4 ? four : nil
    }
}
