import ParlandoCore
import ParlandoPresenters
import ParlandoRecognition
import ParlandoSystem

/// Transcribes a recording, with all channels mixed or each on its own.
struct RecordingChannels {
    /// `failure` is set if not all of the recording could be read.
    typealias Result = (document: TranscriptDocument, failure: AudioFileError?)

    /// As the user gave it.
    let path: String
    let location: SoundLocation
    /// Whether each channel is transcribed on its own.
    let splits: Bool

    /// Reads the recording, once for each channel, and writes remarks about it to standard error. If the task is
    /// canceled, writes the text that is final by then and throws `interrupted`.
    func transcribe(
        by work: (AudioFile) async throws(Failure) -> Result,
        write: (ChannelTranscripts) async throws(Failure) -> Void
    ) async throws(Failure) {
        // A pipe can be read only once.
        let spool = SpooledSound()
        defer { withExtendedLifetime(spool) {} }
        var count = 1
        var documents: [TranscriptDocument] = []
        var report = AudioFileReport()
        var failure: AudioFileError?
        do throws(Failure) {
            let location = splits && location.isPipe ? try await kept(by: spool) : location
            var file = try await AudioFile.open(location, splits ? .only(0) : .mix, called: path)
            file.tracks.tell(of: path, at: location)
            count = splits ? file.channels : 1
            for channel in 0..<count {
                if channel > 0 {
                    file = try await AudioFile.open(location, .only(channel), called: path)
                }
                let result = try await work(file)
                documents.append(result.document)
                failure = failure ?? result.failure
                report.join(await file.report())
            }
        } catch {
            guard Task.isCancelled else {
                throw error
            }
        }
        guard !Task.isCancelled else {
            // Channels that were not heard are empty, so that the others keep their names.
            let unheard = Array(repeating: TranscriptDocument(), count: max(0, count - documents.count))
            let transcripts = ChannelTranscripts(documents + unheard)
            if !transcripts.isEmpty {
                try await write(transcripts)
            }
            throw Failure(.interrupted, "")
        }
        let transcripts = ChannelTranscripts(documents)
        try await write(transcripts)
        report.tell(of: path, hasText: !transcripts.isEmpty)
        if let failure {
            throw Failure(failure, path: path)
        }
    }

    private func kept(by spool: SpooledSound) async throws(Failure) -> SoundLocation {
        let kept = try await Interrupts.leaving { () async throws(Failure) -> SoundLocation? in
            do throws(AudioFileError) {
                return try await spool.keep(location)
            } catch {
                throw Failure(error, path: path)
            }
        }
        guard let kept else {
            throw Failure(TextSaveError(.diskFull), path: path)
        }
        return kept
    }
}

extension AudioFile {
    /// Opens a recording, in blocks of one second.
    ///
    /// - Parameters:
    ///   - location: where to read from.
    ///   - path: the recording as named on the command line, for error messages.
    static func open(
        _ location: SoundLocation, _ channels: ChannelChoice = .mix, called path: String
    ) async throws(Failure) -> AudioFile {
        do throws(AudioFileError) {
            return try await SoundFileReader().blocks(of: location, seconds: 1, channels: channels)
        } catch {
            throw Failure(error, path: path)
        }
    }

    static func open(_ path: String) async throws(Failure) -> AudioFile {
        try await open(SoundLocation(path: path), called: path)
    }
}

extension FileTranscription {
    /// Transcribes a file, with its progress on the status line.
    func transcribe(
        _ file: AudioFile, called name: String, _ options: RecognitionOptions, model: SpeechModel
    ) async throws(Failure) -> RecordingChannels.Result {
        defer { Output.status("") }
        do throws(RecognitionError) {
            return try await transcribe(file, options: options) { share in
                Output.status("\(name): " + Quantities.percent(100 * share))
            }
        } catch {
            throw Failure(error, model: model.name)
        }
    }
}

extension AudioTracks {
    /// Tells that there are others, unless the user has chosen one.
    func tell(of path: String, at location: SoundLocation) {
        if let sentence, !location.isTrackChosen {
            Output.error("parlandoctl: \(path): \(sentence) " + tr("With --track another one is transcribed."))
        }
    }
}

extension AudioFileReport {
    fileprivate mutating func join(_ other: AudioFileReport) {
        remarks += other.remarks.filter { !remarks.contains($0) }
        loudest = [loudest, other.loudest].compactMap { $0 }.max()
    }

    func tell(of path: String, hasText: Bool) {
        for remark in remarks where hasText || remark != .channelsMixed {
            Output.error("parlandoctl: \(path): \(remark.advice)")
        }
        if !hasText {
            Output.error("parlandoctl: \(path): \(nothingHeardExactly)")
        }
    }

    private var nothingHeardExactly: String {
        guard let loudest else {
            return nothingHeard
        }
        let level = Int(loudest.rounded())
        return tr(
            "No speech was found; the loudest sound is at {level} dBFS.",
            ["level": level < 0 ? "−\(-level)" : "\(level)"])
    }
}

extension AudioFileRemark {
    /// The sentence, with the option that helps.
    fileprivate var advice: String {
        switch self {
        case .headerWrong, .clockJumps: sentence
        case .channelsMixed: sentence + " " + tr("With --channels split each is transcribed by itself.")
        }
    }
}
