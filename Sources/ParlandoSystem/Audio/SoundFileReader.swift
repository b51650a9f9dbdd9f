public import ParlandoCore
import ParlandoSignal

/// Reader for all formats that FFmpeg supports, from files and pipes. Thread-safe; each file is read on a thread of its
/// own.
public struct SoundFileReader: AudioFileReader {
    public init() {}

    /// Reads the header; the audio is read block by block on demand.
    ///
    /// If there is less audio than the header states, the blocks end with `truncated` after all existing audio. A pipe
    /// is refused: the window waits for none, and may have to read a file again.
    public func blocks(of path: String, seconds: Double, track: Int?) async throws(AudioFileError) -> AudioFile {
        var location = SoundLocation(path: path, track: track)
        location.refusesPipes = true
        return try await blocks(of: location, seconds: seconds)
    }

    /// Opens a location that may also be a pipe. Waits for a pipe; cancelling the task that opens it or reads the
    /// blocks ends the wait.
    public func blocks(
        of location: SoundLocation, seconds: Double, channels: ChannelChoice = .mix
    ) async throws(AudioFileError) -> AudioFile {
        let stream = SoundFileStream(location, blockSeconds: seconds, channels: channels)
        let opening = await withTaskCancellationHandler { () -> Result<SoundFileStream.Opened, AudioFileError> in
            do throws(AudioFileError) {
                return .success(try await stream.open())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            stream.stop()
        }
        let opened = try opening.get()
        let blocks = AsyncThrowingStream {
            try await withTaskCancellationHandler {
                try await stream.next()
            } onCancel: {
                stream.stop()
            }
        }
        return AudioFile(
            seconds: opened.seconds, channels: opened.channels, tracks: opened.tracks, blocks: blocks
        ) { await stream.report() }
    }
}

/// Reads a recording block by block on its own thread. Memory holds one block, the frames that were decoded last, and
/// the look-ahead of the channel mixer and the level control.
actor SoundFileStream {
    struct Opened: Sendable {
        /// According to the header, or 0 if it is unknown.
        let seconds: Double
        let channels: Int
        let tracks: AudioTracks
    }

    /// Look-ahead of the level control, in seconds. It is shorter for a pipe, because a person speaking into it waits
    /// for the words.
    private static let fileLookAhead = 20.0
    private static let pipeLookAhead = 3.0

    private nonisolated let executor = BlockingExecutor(label: "parlando.file")
    private nonisolated let stopping = StopFlag()
    private let location: SoundLocation
    private let choice: ChannelChoice
    private let blockSamples: Int
    private var file: DecodedSound?
    private var path: ChannelPath?
    private var level = RecordingLevel(lookAhead: fileLookAhead)
    /// Samples that have been read but not yet delivered.
    private(set) var pending: [Float] = []
    private var isAtEnd = false
    private var hasSeparateVoices = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter blockSeconds: duration of each block except the last.
    init(_ location: SoundLocation, blockSeconds: Double, channels choice: ChannelChoice = .mix) {
        self.location = location
        self.choice = choice
        blockSamples = max(1, Int((blockSeconds * Double(AudioBlock.sampleRate)).rounded()))
    }

    deinit {
        stopping.stop()
    }

    /// Reads the first frames, waiting for them if the recording is a pipe. Call once, before `next`.
    func open() throws(AudioFileError) -> Opened {
        let file = try DecodedSound(location, stop: stopping)
        guard let path = ChannelPath(file.format, choice) else {
            throw AudioFileError(.notAudio, detail: "\(file.format.rate) Hz, \(file.format.channels) channels")
        }
        (self.file, self.path) = (file, path)
        level = RecordingLevel(lookAhead: file.isPipe ? Self.pipeLookAhead : Self.fileLookAhead)
        return Opened(seconds: file.seconds, channels: file.format.channels, tracks: file.tracks)
    }

    /// Ends a wait for bytes; the audio then ends with what was read before. Thread-safe.
    nonisolated func stop() {
        stopping.stop()
    }

    /// Returns nil at the end. If a part of the audio is missing, throws `truncated` after the last block.
    func next() throws(AudioFileError) -> AudioBlock? {
        guard let file else {
            return nil
        }
        while pending.count < blockSamples && !isAtEnd {
            readOn(file)
        }
        guard pending.isEmpty else {
            let samples = Array(pending.prefix(blockSamples))
            pending.removeFirst(samples.count)
            return AudioBlock(samples: samples)
        }
        if let loss = file.report.loss {
            throw loss
        }
        return nil
    }

    /// Complete only once the recording has been read to its end.
    func report() -> AudioFileReport {
        var remarks: [AudioFileRemark] = []
        let report = file?.report ?? DecoderReport()
        if report.isHeaderWrong {
            remarks.append(.headerWrong)
        }
        if hasSeparateVoices {
            remarks.append(.channelsMixed)
        }
        if let time = report.clockJump {
            remarks.append(.clockJumps(at: time))
        }
        return AudioFileReport(remarks: remarks, loudest: level.loudest)
    }

    private func readOn(_ file: DecodedSound) {
        guard let run = file.read() else {
            endPath()
            pending += level.finish()
            isAtEnd = true
            return
        }
        if run.format != path?.format {
            endPath()
            path = ChannelPath(run.format, choice)
        }
        pending += level.process(path?.process(run.samples) ?? [])
    }

    /// The next recording of a chained file has another format.
    private func endPath() {
        pending += level.process(path?.finish() ?? [])
        hasSeparateVoices = hasSeparateVoices || path?.hasSeparateVoices ?? false
        path = nil
    }
}

/// Conversion of interleaved frames of one format to mono. Not thread-safe.
struct ChannelPath {
    let format: SoundFormat
    private let choice: ChannelChoice
    private var mixer: ChannelMixer
    private let resampler: Resampler

    /// Returns nil if the sample rate cannot be converted.
    init?(_ format: SoundFormat, _ choice: ChannelChoice, to rate: Int = AudioBlock.sampleRate) {
        guard let resampler = Resampler(rate: format.rate, channels: 1, to: rate) else {
            return nil
        }
        self.format = format
        self.choice = choice
        self.resampler = resampler
        mixer = ChannelMixer(rate: format.rate, weights: format.weights)
    }

    var hasSeparateVoices: Bool {
        choice == .mix && mixer.hasSeparateVoices
    }

    mutating func process(_ interleaved: [Float]) -> [Float] {
        switch choice {
        case .mix: convert(mixer.process(interleaved))
        case .only(let channel): convert(pick(channel, of: interleaved))
        }
    }

    mutating func finish() -> [Float] {
        convert(choice == .mix ? mixer.finish() : []) + resampler.finish()
    }

    private func pick(_ channel: Int, of interleaved: [Float]) -> [Float] {
        stride(from: 0, to: interleaved.count, by: format.channels).map { start in
            channel < format.channels ? interleaved[start + channel] : 0
        }
    }

    private func convert(_ mono: [Float]) -> [Float] {
        mono.withUnsafeBufferPointer { resampler.process($0) }
    }
}
