import Foundation
import ParlandoCore
import ParlandoSignal

@testable import ParlandoSystem

extension Reader {
    /// Returns the fuzz targets that read recordings: the header alone, the whole recording from a file, from memory
    /// and from a pipe, and the detection of strokes in it.
    static func soundReaders(recordings: String) throws -> [Reader] {
        let names = try FileManager.default.contentsOfDirectory(atPath: recordings).sorted()
        let files = names.compactMap { FileManager.default.contents(atPath: "\(recordings)/\($0)").map { [UInt8]($0) } }
        guard !files.isEmpty else {
            throw CocoaError(.fileNoSuchFile)
        }
        let file = ScratchFile("sound")
        let pipe = ScratchFile("pipe")
        return [
            Reader("sound-header", files) { bytes in
                let source = try SoundBytes(bytes)
                let header = SoundHeader(of: source, length: source.count)
                source.apply(header?.patches ?? [], end: header?.end)
                var room = [UInt8](repeating: 0, count: 4096)
                while room.withUnsafeMutableBytes({ source.read(into: $0) }) > 0 {}
                _ = OggPages.areEnded(source)
            },
            Reader("sound-file", files) { bytes in
                try file.write(bytes)
                defer { file.remove() }
                let opened = try await SoundFileReader().blocks(of: file.path, seconds: 1)
                try await check(opened.blocks)
                _ = await opened.report()
            },
            Reader("sound-memory", files) { bytes in
                try check(try await SoundFileDecoder().decode(bytes).samples)
            },
            Reader("sound-pipe", files) { bytes in
                pipe.remove()
                guard mkfifo(pipe.path, 0o600) == 0 else {
                    throw CocoaError(.fileWriteUnknown)
                }
                defer { pipe.remove() }
                let writer = Thread {
                    let end = open(pipe.path, O_WRONLY)
                    _ = bytes.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
                    close(end)
                }
                writer.start()
                let opened = try await SoundFileReader().blocks(of: pipe.path, seconds: 1)
                try await check(opened.blocks)
            },
            Reader("strokes-heard", files) { bytes in
                let recording = try Recording(bytes: bytes, atMost: 1 << 18)
                // The work is proportional to the duration: a low rate makes hours of a few samples.
                let samples = Array(recording.samples.prefix(heardSeconds * recording.rate))
                let detector = StrokeDetector(rate: recording.rate, hasReference: false)
                for start in stride(from: 0, to: samples.count, by: 4096) {
                    let block = Array(samples[start..<min(start + 4096, samples.count)])
                    _ = detector?.hear(block, reference: [])
                }
                _ = detector?.finish()
                _ = InstrumentLearner(rate: recording.rate)?.hear(samples)
            },
        ]
    }

    /// Number of seconds of each recording in which strokes are detected. The valid recordings last one second.
    private static let heardSeconds = 4

    /// Number of seconds of each recording that are read. Wrong time stamps make hours of silence.
    private static let readSeconds = 60

    private static func check(_ blocks: AsyncThrowingStream<AudioBlock, any Error>) async throws {
        var seconds = 0
        for try await block in blocks {
            try check(block.samples)
            seconds += 1
            if seconds == readSeconds {
                break
            }
        }
    }

    /// Throws `Wrong` if a sample is infinite or NaN, because the code that processes samples relies on finite ones.
    private static func check(_ samples: [Float]) throws {
        if let wrong = samples.first(where: { !$0.isFinite }) {
            throw Wrong("a sample is \(wrong)")
        }
    }
}

/// Error thrown if a reader returns an invalid result. It is reported as a finding, like a crash.
struct Wrong: Error {
    let what: String

    init(_ what: String) {
        self.what = what
    }
}
