public import ParlandoCore

/// Writes a mono, 16-bit WAV file of known length, piece by piece. Not thread-safe; writing blocks. It replaces an
/// existing file once it is complete (`OutputFile`).
public final class WaveWriter {
    /// The format stores the number of bytes in 32 bits.
    public static let mostFrames = (Int(UInt32.max) - 36) / 2

    private let file: OutputFile

    /// Creates the file and writes its header.
    ///
    /// - Parameters:
    ///   - rate: in Hz.
    ///   - frames: number of frames that will be written, at most `mostFrames`.
    public init(path: String, rate: Int, frames: Int) throws(TextSaveError) {
        guard frames <= Self.mostFrames else {
            throw TextSaveError(.failed, detail: "\(frames) frames")
        }
        file = try OutputFile(path)
        try file.write(Self.header(rate: rate, frames: frames))
    }

    /// Writes samples, full scale ±1. Values beyond are clipped, and NaN becomes silence.
    public func write(_ samples: some Sequence<Float>) throws(TextSaveError) {
        var bytes: [UInt8] = []
        bytes.append(samples: samples)
        try file.write(bytes)
    }

    /// Completes the file, which now replaces an existing one.
    public func finish() throws(TextSaveError) {
        try file.finish()
    }

    /// RIFF WAVE header for 16-bit mono PCM. `SoundHeader` cites the specification.
    private static func header(rate: Int, frames: Int) -> [UInt8] {
        let bytes = frames * 2
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var header = Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
        header += number(1, 2) + number(1, 2) + number(rate, 4) + number(rate * 2, 4) + number(2, 2) + number(16, 2)
        return header + Array("data".utf8) + number(bytes, 4)
    }
}

/// Saves speech as WAV files.
public actor WaveFileSaver: SoundSaver {
    private let executor = BlockingExecutor(label: "parlando.saver")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func save(_ sound: SpokenSound, to path: String) throws(TextSaveError) {
        let writer = try WaveWriter(path: path, rate: sound.rate, frames: sound.samples.count)
        try writer.write(sound.samples)
        try writer.finish()
    }
}
