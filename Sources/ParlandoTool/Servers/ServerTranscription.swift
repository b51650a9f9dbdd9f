import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoSystem

/// What a server made of a whole recording.
struct SpokenText {
    let text: String
    let language: String?
    let words: [Word]

    init(_ answer: SpeechAnswer) {
        words = answer.words
        text = answer.words.text
        language = answer.language
    }

    /// As a document: a pause of two seconds begins a paragraph, as when this computer recognises.
    func document(language chosen: String?) -> TranscriptDocument {
        var transcript = Transcript()
        var end: Double?
        for word in words {
            if let end, word.start - end >= LivePolicy().paragraphPause {
                transcript.apply(.paragraphEnded)
            }
            transcript.apply(.settled([word]))
            end = word.end
        }
        return TranscriptDocument(transcript, language: chosen ?? language)
    }
}

/// Reads a sound file whole, as it is sent.
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

    /// All sound that is there, and why it is not the whole, if it is not.
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

/// Shows on a terminal how much of a recording has been sent.
final class UploadStatus: UploadProgress {
    private let name: String

    /// - Parameter name: of the file.
    init(_ name: String) {
        self.name = name
    }

    func uploadDidAdvance(to bytes: Int, of total: Int) {
        let share = "\(Quantities.bytes(Int64(bytes))) / \(Quantities.bytes(Int64(total)))"
        Output.status(bytes < total ? "\(name): \(share)" : "\(name): \(share), waiting for the text")
    }
}
