import Foundation
import Logging
import ParlandoCore
import ParlandoPresenters
import ParlandoRecognition
import ParlandoSystem

/// Transcribes a recording, on a server or on this computer with a multilingual model.
struct SpeechHearing {
    /// Name of a local model, or nil to choose one that is installed.
    let model: String?
    /// The server to use, and its options.
    let server: ServerArguments
    /// Language code, or nil to detect the language.
    let language: String?
    /// Whether the transcript is to be in English, whatever language is spoken. A server is then not used.
    let translates: Bool

    func hear(_ path: String) async throws(Failure) -> TranscriptDocument {
        let parts = try Parts()
        let opened = try await translates ? nil : server.choose(model: model, parts)
        let file = try await open(path)
        let name = URL(fileURLWithPath: path).lastPathComponent
        let log = Logger(label: "parlando.files")
        log.debug("file")
        let result =
            if let opened {
                try await opened.transcribe(
                    file, called: name, parts.options(language: language ?? "auto", audience: .nobody))
            } else {
                try await hearHere(file, called: name, parts)
            }
        log.debug("file ended", metadata: ["end": result.failure == nil ? "whole" : "early"])
        if let failure = result.failure {
            throw Failure(failure, path: path)
        }
        return result.document
    }

    private func hearHere(
        _ file: AudioFile, called name: String, _ parts: Parts
    ) async throws(Failure) -> (document: TranscriptDocument, failure: AudioFileError?) {
        let model = try choose(parts)
        var options = try parts.options(language: language ?? "auto", model: model, audience: .nobody)
        options.translatesIntoEnglish = translates
        let recognizer = Parts.makeRecognizer()
        try await parts.load(parts.files(of: model), into: recognizer)
        defer { Output.status("") }
        do throws(RecognitionError) {
            return try await FileTranscription(recognizer).transcribe(file, options: options) { share in
                Output.status("\(name): " + Quantities.percent(100 * share))
            }
        } catch {
            throw Failure(error, model: model.name)
        }
    }

    private func choose(_ parts: Parts) throws(Failure) -> SpeechModel {
        if let model {
            let named = try parts.model(model)
            guard named.isMultilingual else {
                throw Failure(onlyEnglish: named)
            }
            return named
        }
        let chosen = parts.preferences.load().model
        let fitting = parts.store.catalogue.filter { $0.kind == .speech && $0.isMultilingual }
        let present = fitting.filter { parts.store.path(of: $0) != nil }
        guard let best = present.first(where: { $0.name == chosen }) ?? present.first ?? fitting.first else {
            throw Failure(.io, tr("models.json lists no model for many languages."))
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
