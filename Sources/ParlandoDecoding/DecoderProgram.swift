import CConfinement
import Glibc
import ParlandoCore

/// Program that Parlando runs to decode a recording, which may have been made to take over whoever decodes it:
///
///     parlando-decoder --check               succeeds if the process can be confined, and then can do no harm
///     parlando-decoder file START LENGTH     decodes a part of the file that is standard input
///     parlando-decoder pipe HEX              decodes the bytes HEX, and then standard input, which is a pipe
///     … --track N                            the audio track, counted from 0, instead of the one that the file prefers
///     parlando-decoder memory                decodes one recording after the other from standard input, each behind
///                                            its length (four bytes, the least significant one first)
///
/// It writes messages (`DecoderMessage`) to standard output. Before it reads a byte, it gives up everything but that.
public enum DecoderProgram {
    /// Ends the process.
    ///
    /// - Parameter arguments: without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        SoundDemuxer.prepare()
        guard parlando_confine() else {
            exit(1)
        }
        // The end of a process may need more than it is allowed.
        _exit(arguments == ["--check"] ? check() : decode(arguments, to: DecoderOutput(STDOUT_FILENO)))
    }

    /// Returns 0 if the kernel refuses what could do harm, otherwise 1.
    private static func check() -> Int32 {
        let refused = [
            open("/dev/null", O_RDONLY), socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), kill(getppid(), 0), fork(),
        ]
        return refused.allSatisfy { $0 < 0 } ? 0 : 1
    }

    /// Returns 2 if the arguments describe nothing, otherwise 0.
    private static func decode(_ arguments: [String], to output: DecoderOutput) -> Int32 {
        guard arguments == ["memory"] else {
            var arguments = arguments
            var track: Int?
            if let option = arguments.firstIndex(of: "--track") {
                track = Int(arguments.last ?? "")
                arguments.removeSubrange(option...)
            }
            return decode(to: output, track: track) { () throws(AudioFileError) in try source(arguments) } ? 0 : 2
        }
        while let bytes = received() {
            _ = decode(to: output) { () throws(AudioFileError) in try SoundBytes(bytes) }
        }
        return 0
    }

    private static func decode(
        to output: DecoderOutput, track: Int? = nil, _ source: () throws(AudioFileError) -> SoundBytes?
    ) -> Bool {
        output.begin()
        do throws(AudioFileError) {
            guard let source = try source() else {
                return false
            }
            let file = try SoundFile(source, track: track)
            output.send(.opened(seconds: file.seconds, tracks: file.tracks))
            while let run = file.read() {
                output.send(run)
            }
            output.send(.ended(file.report))
        } catch {
            output.send(.failed(error))
        }
        return true
    }

    private static func received() -> [UInt8]? {
        let head = SoundBytes.receive(STDIN_FILENO, count: 4, atLeast: 4)
        let size = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        let bytes = SoundBytes.receive(STDIN_FILENO, count: size, atLeast: size)
        return head.count == 4 && bytes.count == size ? bytes : nil
    }

    /// Throws `empty` or `notAudio`.
    private static func source(_ arguments: [String]) throws(AudioFileError) -> SoundBytes? {
        switch arguments.first {
        case "file":
            guard arguments.count == 3, let start = Int(arguments[1]), let length = Int(arguments[2]), start >= 0,
                length >= 0
            else {
                return nil
            }
            return try SoundBytes(file: STDIN_FILENO, start: start, length: length)
        case "pipe":
            let digits = arguments.count == 2 ? Array(arguments[1].utf8) : []
            let first = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
            }
            return try SoundBytes(pipe: STDIN_FILENO, behind: first)
        default:
            return nil
        }
    }
}

/// Writes messages to the program that started this process. Ends the process if that program no longer reads. Blocks.
final class DecoderOutput {
    private static let mostSamples = DecoderMessage.mostBytes / MemoryLayout<Float>.size

    private let descriptor: Int32
    private var format: SoundFormat?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func begin() {
        format = nil
    }

    func send(_ message: DecoderMessage) {
        let bytes = message.bytes
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR {
                _exit(0)
            }
            done += max(0, count)
        }
    }

    func send(_ run: SoundRun) {
        for message in Self.messages(of: run, behind: &format) {
            send(message)
        }
    }

    static func messages(of run: SoundRun, behind format: inout SoundFormat?) -> [DecoderMessage] {
        let first = run.format == format ? [] : [DecoderMessage.format(run.format)]
        format = run.format
        let channels = max(1, run.format.channels)
        if run.isGap {
            return first + [.gap(frames: run.samples.count / channels)]
        }
        let size = mostSamples / channels * channels
        return first
            + stride(from: 0, to: run.samples.count, by: size).map {
                .samples(Array(run.samples[$0..<min($0 + size, run.samples.count)]))
            }
    }
}
