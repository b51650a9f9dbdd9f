import Glibc
import ParlandoCore

/// Writes messages to the program that started this process. Ends the process if that program no longer reads. Blocks.
final class DecoderOutput {
    private static let mostSamples = DecoderMessage.mostBytes / MemoryLayout<Float>.size

    private let descriptor: Int32
    private var format: SoundFormat?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Begins a recording, whose format is sent even if the previous one had the same.
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

    /// Sends a run of frames, and its format if it differs from that of the previous one.
    func send(_ run: SoundRun) {
        for message in Self.messages(of: run, behind: &format) {
            send(message)
        }
    }

    /// Returns the messages for a run of frames.
    ///
    /// - Parameter format: format of the previous run, replaced by that of this one.
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
