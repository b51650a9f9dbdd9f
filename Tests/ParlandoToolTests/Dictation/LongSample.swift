import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport

/// The sample, over and over: speech that lasts longer than a busy computer takes to hear its first word.
enum LongSample {
    /// Seconds of silence of which two are hours at night, and half an hour by day.
    static let pause = Night.isNow ? 3600 : 900

    /// Writes a WAV file, 16 bit, mono, 16 kHz.
    ///
    /// - Parameter pause: seconds of silence after each repeat. On most disks they take no room.
    static func write(repeats: Int, pause: Int = 0, to path: String) async throws {
        var samples: [Int16] = []
        for try await block in try await SoundFileReader().blocks(of: Tool.sample, seconds: 1).blocks {
            samples += block.samples.map { Int16(max(-1, min(1, $0)) * 32_767) }
        }
        let sound = Data(samples.flatMap { bytes(UInt16(bitPattern: $0)) })
        let size = repeats * (sound.count + pause * 32_000)
        var header = Data("RIFF".utf8) + bytes(UInt32(36 + size)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
        header += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(16_000)) + bytes(UInt32(32_000))
        header += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(size))
        try header.write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        var end = try file.seekToEnd()
        for _ in 0..<repeats {
            try file.write(contentsOf: sound)
            end += UInt64(sound.count + pause * 32_000)
            try file.truncate(atOffset: end)
        }
        try file.close()
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
