import Foundation
import ParlandoCore
import ParlandoSignal

@testable import ParlandoDecoding
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
                let descriptor = open(file.path, O_RDONLY)
                _ = try heard(SoundFile(SoundBytes(file: descriptor, start: 0, length: bytes.count)))
            },
            Reader("sound-memory", files) { bytes in
                _ = try heard(SoundFile(SoundBytes(bytes)))
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
                _ = try heard(SoundFile(SoundBytes(pipe: open(pipe.path, O_RDONLY), behind: [])))
            },
            Reader("decoder-messages", try messages(of: files)) { bytes in
                var left = bytes[...]
                while let count = DecoderMessage.size(after: Array(left.prefix(DecoderMessage.headSize))) {
                    let head = Array(left.prefix(DecoderMessage.headSize))
                    let body = Array(left.dropFirst(DecoderMessage.headSize).prefix(count))
                    if case .samples(let samples) = DecoderMessage(head: head, body: body) {
                        try check(samples)
                    }
                    left = left.dropFirst(DecoderMessage.headSize + count)
                }
            },
            Reader("strokes-heard", files) { bytes in
                let recording = try SoundFile(SoundBytes(bytes))
                let rate = recording.format.rate
                // The work is proportional to the duration: a low rate makes hours of a few samples.
                let samples = Array(try heard(recording).prefix(Int(heardSeconds) * rate))
                let detector = StrokeDetector(rate: rate, hasReference: false)
                for start in stride(from: 0, to: samples.count, by: 4096) {
                    let block = Array(samples[start..<min(start + 4096, samples.count)])
                    _ = detector?.hear(block, reference: [])
                }
                _ = detector?.finish()
                _ = InstrumentLearner(rate: rate)?.hear(samples)
            },
        ]
    }

    /// Number of seconds of each recording in which strokes are detected. The valid recordings last one second.
    private static let heardSeconds = 4.0

    /// Number of seconds of each recording that are read. Wrong time stamps make hours of silence.
    private static let readSeconds = 60.0

    /// Reads a recording as the program receives it. Returns the first channel of the seconds that are
    /// heard.
    private static func heard(_ file: SoundFile) throws -> [Float] {
        var format: SoundFormat?
        var seconds = 0.0
        var mono: [Float] = []
        while seconds < readSeconds, let run = file.read() {
            seconds += run.seconds
            for message in DecoderOutput.messages(of: run, behind: &format) {
                let bytes = message.bytes
                let head = Array(bytes.prefix(DecoderMessage.headSize))
                guard let read = DecoderMessage(head: head, body: Array(bytes.dropFirst(head.count))) else {
                    throw Wrong("a message of the decoder is not valid")
                }
                if case .samples(let samples) = read {
                    try check(samples)
                    guard seconds < heardSeconds else {
                        continue
                    }
                    mono += stride(from: 0, to: samples.count, by: max(1, run.format.channels)).map { samples[$0] }
                }
            }
        }
        _ = file.report
        return mono
    }

    /// Returns the messages of the decoder about the first run of each recording.
    private static func messages(of files: [[UInt8]]) throws -> [[UInt8]] {
        files.compactMap { bytes in
            guard let file = try? SoundFile(SoundBytes(bytes)), let run = file.read() else {
                return nil
            }
            var format: SoundFormat?
            let messages = DecoderOutput.messages(of: run, behind: &format)
            return (messages + [.opened(seconds: file.seconds), .ended(file.report)]).flatMap(\.bytes)
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
