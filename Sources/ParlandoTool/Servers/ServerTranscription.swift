import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoSystem

/// Transcript that a server made of a whole recording.
struct SpokenText {
    let text: String
    let language: String?
    let words: [Word]

    init(_ answer: SpeechAnswer) {
        words = answer.words
        text = answer.words.text
        language = answer.language
    }

    /// Returns the transcript as a document. A pause of two seconds begins a new paragraph, as in local recognition.
    ///
    /// - Parameter chosen: code of the language that was requested, or nil for the one that the server detected.
    func document(language chosen: String?) -> TranscriptDocument {
        var transcript = Transcript()
        var end: Double?
        for word in words {
            if let end, word.start - end >= LivePolicy().paragraphPause {
                transcript.apply(.paragraphEnded)
            }
            transcript.apply(.final([word]))
            end = word.end
        }
        return TranscriptDocument(transcript, language: chosen ?? language)
    }
}

/// Reads an entire sound file in the form that is sent to a server.
enum SpeechRecordingReader {
    static func read(_ path: String) async throws(Failure) -> SpeechRecording {
        let file: AudioFile
        do throws(AudioFileError) {
            file = try await SoundFileReader().blocks(of: path, seconds: 1)
        } catch {
            throw Failure(error, path: path)
        }
        let read = await read(file)
        if let failure = read.failure {
            throw Failure(failure, path: path)
        }
        return read.recording
    }

    /// Returns all audio that can be read, and the error if a part of the file cannot be read.
    static func read(_ file: AudioFile) async -> (recording: SpeechRecording, failure: AudioFileError?) {
        var recording = SpeechRecording()
        do {
            for try await block in file.blocks {
                recording.append(block.samples)
            }
        } catch {
            return (recording, error as? AudioFileError ?? AudioFileError(.truncated))
        }
        return (recording, nil)
    }
}

extension OpenedServer {
    /// Returns the transcript of a file, which is sent to the server once, and the error if not all of the file could
    /// be read.
    func transcribe(
        _ file: AudioFile, called name: String, _ options: RecognitionOptions
    ) async throws(Failure) -> (document: TranscriptDocument, failure: AudioFileError?) {
        defer { Output.status("") }
        let read = await SpeechRecordingReader.read(file)
        do throws(ServerError) {
            let answer = try await server.recognize(read.recording, options: options, progress: UploadStatus(name))
            return (SpokenText(answer).document(language: options.language), read.failure)
        } catch {
            throw Failure(error, server: self.name)
        }
    }
}

/// Shows the progress of an upload on a terminal.
final class UploadStatus: UploadProgress {
    private let name: String

    /// - Parameter name: name of the file.
    init(_ name: String) {
        self.name = name
    }

    func uploadDidAdvance(to bytes: Int, of total: Int) {
        let places = ["done": Quantities.bytes(Int64(bytes)), "total": Quantities.bytes(Int64(total))]
        let share = tr("{done} of {total}", places)
        Output.status("\(name): " + (bytes < total ? share : tr("{share}, waiting for the text", ["share": share])))
    }
}
