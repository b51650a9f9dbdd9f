public import Foundation

/// Sound files: WAV files with one sound on every channel, and what FFmpeg's own program makes of a file.
public enum MadeSound {
    /// A WAV file of sixteen bits.
    ///
    /// - Parameter promised: bytes of sound that the header states; nil for as many as there are.
    public static func file(
        _ mono: [Float], rate: Int = 16_000, channels: Int = 1, promised: UInt32? = nil
    ) -> Data {
        let sound = bytes(mono, channels: channels)
        return header(1, width: 2, rate: rate, channels: channels, promised ?? UInt32(sound.count)) + sound
    }

    /// A WAV file of floats.
    public static func floats(_ mono: [Float], rate: Int = 16_000) -> Data {
        let sound = mono.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
        return header(3, width: 4, rate: rate, channels: 1, UInt32(sound.count)) + sound
    }

    /// The sound of such a file, of sixteen bits.
    public static func bytes(_ mono: [Float], channels: Int = 1) -> Data {
        let values = mono.flatMap { sample in
            repeatElement(Int16((max(-1, min(1, sample)) * 32_767).rounded()).littleEndian, count: channels)
        }
        return values.withUnsafeBytes { Data($0) }
    }

    /// Converts a file. Blocks.
    ///
    /// - Parameters:
    ///   - inputs: what FFmpeg is told before the file, such as further inputs.
    ///   - options: what it is told of the output.
    @discardableResult
    public static func convert(
        _ path: String, to other: String, inputs: [String] = [], _ options: [String] = []
    ) throws -> String {
        let call = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + inputs + ["-i", path] + options + [other]
        _ = try SystemProgram.result(of: call)
        return other
    }

    /// - Parameter width: bytes of a sample.
    private static func header(_ format: UInt16, width: Int, rate: Int, channels: Int, _ size: UInt32) -> Data {
        var file = Data("RIFF".utf8) + little(size &+ 36) + Data("WAVEfmt ".utf8) + little(UInt32(16)) + little(format)
        file += little(UInt16(channels)) + little(UInt32(rate)) + little(UInt32(rate * channels * width))
        file += little(UInt16(channels * width)) + little(UInt16(8 * width)) + Data("data".utf8) + little(size)
        return file
    }

    private static func little(_ value: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
}
