import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoWhisper

/// Transcribes a recording with a multilingual model.
struct SpeechHearing {
    /// Name of the model, or nil to choose one that is on this computer.
    let model: String?
    /// Language code, or nil to detect the language.
    let language: String?
    /// Whether the transcript is to be in English, whatever language is spoken.
    let translates: Bool

    func hear(_ path: String) async throws(Failure) -> TranscriptDocument {
        let parts = try Parts()
        let model = try choose(parts)
        var options = try parts.options(language: language ?? "auto", model: model, audience: .nobody)
        options.translatesIntoEnglish = translates
        let file = try await open(path)
        let recognizer = WhisperRecognizer()
        try await parts.load(parts.files(of: model), into: recognizer)
        let name = URL(fileURLWithPath: path).lastPathComponent
        let transcription = FileTranscription(recognizer: recognizer, model: model.name)
        let result = try await transcription.transcribe(file, options: options) { share in
            Output.status("\(name): \(Int(share * 100)) %")
        }
        Output.status("")
        if let failure = result.failure {
            throw Failure(failure, path: path)
        }
        return result.document
    }

    private func choose(_ parts: Parts) throws(Failure) -> SpeechModel {
        if let model {
            let named = try parts.model(model)
            guard named.isMultilingual else {
                throw Failure(.usage, "The model \(model) knows only English. See: parlandoctl models list")
            }
            return named
        }
        let chosen = parts.preferences.load().model
        let fitting = parts.store.catalogue.filter { $0.kind == .speech && $0.isMultilingual }
        let present = fitting.filter { parts.store.path(of: $0) != nil }
        guard let best = present.first(where: { $0.name == chosen }) ?? present.first ?? fitting.first else {
            throw Failure(.io, "models.json lists no model for many languages.")
        }
        return best
    }

    private func open(_ path: String) async throws(Failure) -> AudioFile {
        do throws(AudioFileError) {
            return try await SoundFileReader().blocks(of: path, seconds: 1)
        } catch {
            throw Failure(error, path: path)
        }
    }
}
