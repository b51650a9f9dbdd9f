import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport

/// Sound files in a temporary folder, which goes away with it.
final class SoundFolder {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func path(_ name: String) -> String {
        folder.file(name)
    }

    @discardableResult
    func write(_ bytes: Data, to name: String) throws -> String {
        try bytes.write(to: URL(filePath: path(name)))
        return path(name)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// A 16-bit WAV file with the sound on every channel.
    @discardableResult
    func writeWave(_ mono: [Float], to name: String, rate: Int = 16_000, channels: Int = 1) throws -> String {
        try write(Self.wave(mono, rate: rate, channels: channels), to: name)
    }

    /// The same sound in another format, made by FFmpeg's own program.
    ///
    /// - Parameters:
    ///   - inputs: what it is told before the name, such as further inputs.
    ///   - options: what it is told of the output.
    func convert(_ name: String, to other: String, inputs: [String] = [], _ options: [String] = []) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let call = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + inputs + ["-i", path(name)]
        process.arguments = call + options + [path(other)]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return path(other)
    }

    /// - Parameter promised: bytes of sound the header tells of, when it is to lie.
    static func wave(_ mono: [Float], rate: Int = 16_000, channels: Int = 1, promised: UInt32? = nil) -> Data {
        var sound = Data()
        for sample in mono {
            let value = UInt16(bitPattern: Int16((max(-1, min(1, sample)) * 32_767).rounded()))
            for _ in 0..<channels {
                sound.append(contentsOf: [UInt8(value & 0xFF), UInt8(value >> 8)])
            }
        }
        let bytes = promised ?? UInt32(sound.count)
        var file = Data("RIFF".utf8) + little(bytes &+ 36, 4) + Data("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
        file += little(UInt32(channels), 2) + little(UInt32(rate), 4) + little(UInt32(rate * channels * 2), 4)
        file += little(UInt32(channels * 2), 2) + little(16, 2) + Data("data".utf8) + little(bytes, 4)
        return file + sound
    }

    private static func little(_ value: UInt32, _ count: Int) -> Data {
        Data((0..<count).map { UInt8(value >> (8 * $0) & 0xFF) })
    }
}

extension SoundFolder {
    /// What reading a recording gave.
    struct Heard {
        var samples: [Float] = []
        var error: AudioFileError?
        var report = AudioFileReport()
    }

    /// Reads a recording to its end.
    static func hear(_ path: String, channels: ChannelChoice = .mix) async -> Heard {
        await hear(SoundLocation(path: path), channels: channels)
    }

    static func hear(_ location: SoundLocation, channels: ChannelChoice = .mix) async -> Heard {
        var heard = Heard()
        do {
            let file = try await SoundFileReader().blocks(of: location, seconds: 1, channels: channels)
            do {
                for try await block in file.blocks {
                    heard.samples += block.samples
                }
            } catch {
                heard.error = error as? AudioFileError
            }
            heard.report = await file.report()
        } catch {
            heard.error = error
        }
        return heard
    }

    /// A WAV file of 32-bit floats.
    static func floatWave(_ mono: [Float], rate: Int = 16_000) -> Data {
        let sound = mono.reduce(into: Data()) { $0 += little($1.bitPattern, 4) }
        var file = Data("RIFF".utf8) + little(UInt32(sound.count) + 36, 4) + Data("WAVEfmt ".utf8) + little(16, 4)
        file += little(3, 2) + little(1, 2) + little(UInt32(rate), 4) + little(UInt32(rate * 4), 4) + little(4, 2)
        return file + little(32, 2) + Data("data".utf8) + little(UInt32(sound.count), 4) + sound
    }
}
