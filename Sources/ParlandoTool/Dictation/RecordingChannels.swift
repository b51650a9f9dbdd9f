import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// Transcription of a recording given on the command line, with all channels mixed or each on its own.
struct RecordingChannels {
    /// Transcript, and the error if not all of the recording could be read.
    typealias Result = (document: TranscriptDocument, failure: AudioFileError?)

    /// Path as given by the user, for messages.
    let path: String
    let location: SoundLocation
    /// Whether each channel is transcribed separately.
    let splits: Bool

    /// Reads the recording, once for each channel, and writes remarks about the recording to standard error. If the
    /// task is cancelled, writes the text that is final by then, if there is any, and throws `interrupted`.
    ///
    /// - Parameters:
    ///   - work: transcribes the audio.
    ///   - write: writes the complete transcript to its destination.
    func transcribe(
        by work: (AudioFile) async throws(Failure) -> Result,
        write: (ChannelTranscripts) async throws(Failure) -> Void
    ) async throws(Failure) {
        // Each channel needs another pass over the recording, but a pipe can be read only once.
        let spool = SpooledSound()
        defer { withExtendedLifetime(spool) {} }
        var count = 1
        var documents: [TranscriptDocument] = []
        var report = AudioFileReport()
        var failure: AudioFileError?
        do throws(Failure) {
            let location = splits && location.isPipe ? try await kept(by: spool) : location
            var file = try await open(location, splits ? .only(0) : .mix)
            count = splits ? file.channels : 1
            for channel in 0..<count {
                if channel > 0 {
                    file = try await open(location, .only(channel))
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

    private func open(_ location: SoundLocation, _ channels: ChannelChoice) async throws(Failure) -> AudioFile {
        do throws(AudioFileError) {
            return try await SoundFileReader().blocks(of: location, seconds: 1, channels: channels)
        } catch {
            throw Failure(error, path: path)
        }
    }
}

extension AudioFileReport {
    /// Merges the report on another channel of the same recording.
    fileprivate mutating func join(_ other: AudioFileReport) {
        remarks += other.remarks.filter { !remarks.contains($0) }
        loudest = [loudest, other.loudest].compactMap { $0 }.max()
    }

    /// Writes remarks on the recording to standard error.
    ///
    /// - Parameter hasText: whether speech was found.
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
    /// Sentence for the user about the recording, with the command-line option that helps, if there is one.
    fileprivate var advice: String {
        switch self {
        case .headerWrong, .clockJumps: sentence
        case .channelsMixed: sentence + " " + tr("With --channels split each is transcribed by itself.")
        }
    }
}
