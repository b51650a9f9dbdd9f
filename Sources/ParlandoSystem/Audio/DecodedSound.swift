import Glibc
import Logging
import ParlandoCore

/// Recording that `parlando-decoder` decodes. Not thread-safe; waits for that process.
///
/// A recording may be made to take over the process that decodes it. That process can only read the recording and write
/// what it has decoded (seccomp), and what it writes is checked here. If it crashes, the recording ends there.
final class DecodedSound {
    /// According to the header, or 0 if it is unknown.
    let seconds: Double
    /// Format at the start of the recording. Each `SoundRun` states its own.
    let format: SoundFormat
    let isPipe: Bool
    let tracks: AudioTracks
    /// Complete only after everything has been read.
    private(set) var report = DecoderReport()

    private let process: DecoderProcess
    private var first: SoundRun?
    private var latest: SoundFormat
    /// In seconds.
    private var heard = 0.0
    private var isOver = false

    /// Throws `missing`, `denied`, `empty`, `notAudio` or `incomplete`. Waits for the first bytes of a pipe until
    /// `stop` is set.
    convenience init(_ location: SoundLocation, stop: StopFlag = StopFlag()) throws(AudioFileError) {
        let input = try SoundInput.open(location, stop: stop)
        try self.init(DecoderProcess(input.arguments, input: input.descriptor, stop: stop), isPipe: input.isPipe)
    }

    /// Throws `empty`, `notAudio` or `incomplete`.
    ///
    /// - Parameter process: can decode something else once this was read to its end.
    convenience init(bytes: [UInt8], by process: DecoderProcess) throws(AudioFileError) {
        guard !bytes.isEmpty else {
            throw AudioFileError(.empty, detail: "no bytes")
        }
        process.send(bytes)
        try self.init(process, isPipe: false)
    }

    private init(_ process: DecoderProcess, isPipe: Bool) throws(AudioFileError) {
        self.process = process
        self.isPipe = isPipe
        guard case .opened(let seconds, let tracks) = try process.next() else {
            throw AudioFileError(.notAudio, detail: "the decoder sent no opening")
        }
        guard case .format(let format) = try process.next() else {
            throw AudioFileError(.notAudio, detail: "the decoder sent no format")
        }
        (self.seconds, self.tracks, self.format, latest) = (seconds, tracks, format, format)
        first = read()
        guard first != nil else {
            throw AudioFileError(.notAudio, detail: "the decoder sent no sound")
        }
    }

    func read() -> SoundRun? {
        if let run = first.take() {
            return run
        }
        while !isOver {
            switch try? process.next() {
            case .format(let format):
                latest = format
            case .samples(let samples) where samples.count.isMultiple(of: latest.channels):
                return take(SoundRun(format: latest, samples: samples))
            case .gap(let frames):
                let silence = [Float](repeating: 0, count: frames * latest.channels)
                return take(SoundRun(format: latest, samples: silence, isGap: true))
            case .ended(let report):
                self.report = report
                isOver = true
            default:
                isOver = true
                // Nothing is missing for whoever has stopped reading.
                report.loss = process.isStopped ? nil : AudioFileError(.truncated, heard: heard)
            }
        }
        return nil
    }

    private func take(_ run: SoundRun) -> SoundRun {
        heard += run.seconds
        return run
    }
}

/// One run of `parlando-decoder`, which is killed with this object. Not thread-safe; waits for the process.
final class DecoderProcess {
    private static let program = Folders().helper("parlando-decoder")
    private static let log = Logger(label: "parlando.decoder")

    private let process: pid_t
    private let socket: Int32
    private let stop: StopFlag
    private var status: Int32?

    /// Starts a process that decodes recordings from memory (`send`). Throws `incomplete` if it cannot be run.
    convenience init() throws(AudioFileError) {
        try self.init(["memory"], input: nil, stop: StopFlag())
    }

    /// Starts a process that decodes one recording. Throws `incomplete` if it cannot be run.
    ///
    /// - Parameter input: descriptor of the recording.
    fileprivate init(_ arguments: [String], input: Int32?, stop: StopFlag) throws(AudioFileError) {
        self.stop = stop
        guard let program = Self.program else {
            throw AudioFileError(.incomplete, detail: "parlando-decoder is missing")
        }
        do throws(ChildProcess.Failure) {
            // Swift's report of a crash would need to run another program.
            let options = ChildProcess.Options(
                isMute: true, environment: ["SWIFT_BACKTRACE": "enable=no"], input: input)
            (process, socket) = try ChildProcess.start([program] + arguments, options)
        } catch {
            throw AudioFileError(.incomplete, detail: "parlando-decoder cannot be run: \(error.code)")
        }
    }

    deinit {
        let status = end()
        close(socket)
        // The low seven bits are the signal that ended the process.
        if ![0, SIGKILL].contains(status & 0x7F) {
            Self.log.error("parlando-decoder has crashed", metadata: ["signal": "\(status & 0x7F)"])
        }
    }

    /// Returns the status as `waitpid` states it.
    @discardableResult
    private func end() -> Int32 {
        if let status {
            return status
        }
        kill(process, SIGKILL)
        var found: Int32 = 0
        while waitpid(process, &found, 0) < 0, errno == EINTR {}
        status = found
        return found
    }

    var hasEnded: Bool {
        var found: Int32 = 0
        if status == nil, waitpid(process, &found, WNOHANG) == process {
            status = found
        }
        return status != nil
    }

    fileprivate var isStopped: Bool {
        stop.isSet
    }

    /// The process reads the recording whole before it answers. If it has ended, there will be no answer.
    fileprivate func send(_ bytes: [UInt8]) {
        let all = withUnsafeBytes(of: UInt32(clamping: bytes.count).littleEndian) { Array($0) } + bytes
        var done = 0
        while done < all.count {
            let count = all[done...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR else {
                return
            }
            done += max(0, count)
        }
    }

    /// Waits for the next message. Throws what the process reports, `notAudio` if it has ended or sends no message, and
    /// `incomplete` if it cannot be loaded or confined.
    fileprivate func next() throws(AudioFileError) -> DecoderMessage {
        let size = DecoderMessage.headSize
        let head = stop.bytes(from: socket, count: size, atLeast: size)
        guard !head.isEmpty || stop.isSet else {
            let status = end()
            // A process that could not be loaded or confined ends with an error; one that crashes, by a signal.
            let isBroken = status & 0x7F == 0 && status != 0
            throw AudioFileError(isBroken ? .incomplete : .notAudio, detail: "the decoder has ended: \(status)")
        }
        guard let count = DecoderMessage.size(after: head),
            let message = DecoderMessage(head: head, body: stop.bytes(from: socket, count: count, atLeast: count))
        else {
            throw AudioFileError(.notAudio, detail: "no message of the decoder")
        }
        if case .failed(let error) = message {
            throw error
        }
        return message
    }
}
