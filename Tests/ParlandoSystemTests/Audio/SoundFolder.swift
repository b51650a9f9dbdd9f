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
        try write(MadeSound.file(mono, rate: rate, channels: channels), to: name)
    }

    /// The same sound in another format, made by FFmpeg's own program.
    ///
    /// - Parameters:
    ///   - inputs: what it is told before the name, such as further inputs.
    ///   - options: what it is told of the output.
    func convert(_ name: String, to other: String, inputs: [String] = [], _ options: [String] = []) throws -> String {
        try MadeSound.convert(path(name), to: path(other), inputs: inputs, options)
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
}
