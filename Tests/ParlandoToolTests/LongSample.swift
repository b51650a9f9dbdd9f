import Foundation
import ParlandoCore
import ParlandoSystem

/// The sample, over and over: speech that lasts longer than a busy computer takes to hear its first word.
enum LongSample {
    /// Writes a WAV file, 16 bit, mono, 16 kHz.
    static func write(repeats: Int, to path: String) async throws {
        var samples: [Int16] = []
        for try await block in try SoundFileReader().blocks(of: Tool.sample, seconds: 1).blocks {
            samples += block.samples.map { Int16(max(-1, min(1, $0)) * 32_767) }
        }
        let sound = Data(samples.flatMap { bytes(UInt16(bitPattern: $0)) })
        let all = (0..<repeats).reduce(into: Data()) { data, _ in data += sound }
        var file = Data("RIFF".utf8) + bytes(UInt32(36 + all.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
        file += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(16_000)) + bytes(UInt32(32_000))
        file += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(all.count)) + all
        try file.write(to: URL(fileURLWithPath: path))
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
