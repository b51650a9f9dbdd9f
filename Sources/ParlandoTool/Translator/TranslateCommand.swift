import ArgumentParser
import Foundation
import Logging
import ParlandoCore
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem

/// `parlandoctl translate`
struct TranslateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "translate",
        abstract: tr("Translate text or a recording."),
        discussion: HelpText.paragraphs(
            tr(
                "The text goes to the service that you choose. A recording is turned into text first, on this computer "
                    + "or by your speech server; the service gets only the text. With --service offline the text "
                    + "stays on this computer, and translations are rough."),
            tr("Languages: {list}", ["list": SpeechLanguage.translated.map(\.code).joined(separator: " ")]),
            tr(
                "The API key is read from the environment variable PARLANDO_GEMINI_KEY, PARLANDO_GOOGLE_KEY or "
                    + "PARLANDO_LIBRETRANSLATE_KEY, or else from the keyring. --format events writes one JSON event "
                    + "per line, of type queued, waiting, partial or translated."
            ),
            HelpText.examples(
                #"parlandoctl translate --to de "Where is the station?""#,
                #"parlandoctl translate --to es --speak hola.wav "Good morning""#)))

    @OptionGroup var languages: TranslationLanguages
    @OptionGroup var connection: TranslationConnection

    @OptionGroup var speech: SpeechArguments

    @Option(help: ArgumentHelp(tr("Translate the speech in this audio file.")), completion: .file())
    var file: String?

    @Option(help: ArgumentHelp(tr("With --file: a multilingual speech model. Default: one that is on this computer.")))
    var speechModel: String?

    @OptionGroup var server: ServerArguments

    @Option(name: [.short, .long], help: ArgumentHelp(tr("Output format: txt, json or events.")))
    var format = TranslationFormat.txt

    @Argument(help: ArgumentHelp(tr("The text; - reads it from standard input.")))
    var text: [String] = []

    @OptionGroup var log: LogArguments

    func validate() throws {
        guard text.isEmpty == (file != nil) else {
            throw ValidationError(tr("Give either a text, or - to read one, or --file."))
        }
        guard file != nil || speechModel == nil else {
            throw ValidationError(tr("--speech-model can only be used with --file."))
        }
        guard server.name == nil || file != nil && connection.service.descriptor.speechTarget == nil else {
            throw ValidationError(tr("--server can only be used with --file, and with a service other than offline."))
        }
        try server.check(model: speechModel)
        guard
            [connection.service.descriptor, speech.voiceService.descriptor].contains(where: { $0.home != nil })
                || !connection.anyAuthority
        else {
            throw ValidationError(
                tr("--any-authority can only be used with --service gemini or a Google voice service."))
        }
        guard !connection.service.descriptor.isLocal || file != nil || languages.source != nil else {
            throw ValidationError(
                tr("--service {name} needs --from with a text.", ["name": connection.service.rawValue]))
        }
    }

    func run() async throws {
        let printer = format.makePrinter()
        if let file {
            try speech.check(readingFrom: file)
            try await translate(file: file, printer)
        } else {
            let phrase = Phrase(try written(), language: languages.source)
            try await translate(phrase, transcription: nil, printer)
        }
    }

    /// Prints first, so that the text is there even if speech fails.
    private func finish(_ result: TranslationResult, _ printer: any TranslationPrinter) async throws {
        try printer.finish(result)
        try await speech.speak(result.text, language: result.language, anyAuthority: connection.anyAuthority)
    }

    // MARK: Text

    private func translate(
        _ phrase: Phrase, transcription: TranscriptionResult?, _ printer: any TranslationPrinter
    ) async throws {
        let began = Date()
        do {
            try phrase.check()
            let service = TranslationService(translator: try await connection.makeTranslator())
            if connection.service.descriptor.isRough {
                Output.error("parlandoctl: " + TranslatorWording.rough)
            }
            let priority: TranslationPriority = transcription == nil ? .typed : .spoken
            for try await news in service.translate(phrase, into: languages.target, priority: priority) {
                guard case .translated(let translation) = news else {
                    try printer.tell(news)
                    continue
                }
                try await finish(
                    TranslationResult(
                        translation, of: phrase, into: languages.target, service: connection.service.rawValue,
                        timestamp: began, transcription: transcription), printer)
            }
        } catch let error as TranslationError {
            try printer.abandon()
            throw Failure(error)
        }
    }

    /// More than the longest text; a wrong file does not fill the memory.
    private static let mostBytes = 1 << 20

    private func written() throws(Failure) -> String {
        guard text == ["-"] else {
            return String(decoding: PathBytes.bytes(text.joined(separator: " ")), as: UTF8.self)
        }
        do {
            let data = try FileHandle.standardInput.read(upToCount: Self.mostBytes) ?? Data()
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw Failure(.noInput, tr("The standard input could not be read."))
        }
    }

    // MARK: Speech

    private func translate(file: String, _ printer: any TranslationPrinter) async throws {
        let direct = connection.service.descriptor.speechTarget
        var isOffline = direct == languages.target
        var document = try await hearing(translates: isOffline).hear(file)
        var phrase = Phrase(document.text, language: document.language ?? languages.source)
        if let direct, !isOffline, try await !isPair(from: phrase.language, into: languages.target),
            try await isPair(from: direct, into: languages.target)
        {
            // The service does not know the spoken language, so the speech model translates into English first.
            document = try await hearing(translates: true).hear(file)
            phrase = Phrase(document.text, language: direct)
            isOffline = false
        }
        guard !document.text.isEmpty else {
            throw Failure(.badData, "\(file): " + tr("nobody speaks."))
        }
        if isOffline {
            Output.error("parlandoctl: \(TranslatorNotice.translatedOffline.message.text)")
            Output.error("parlandoctl: " + TranslatorWording.rough)
            // The speech model writes only English, so there is no text in the spoken language.
            try await finish(
                TranslationResult(
                    Translation(document.text), of: Phrase("", language: document.language), into: "en",
                    service: "offline", timestamp: Date(), transcription: TranscriptionResult(document)), printer)
        } else if phrase.language == languages.target {
            Output.error(
                "parlandoctl: " + tr("The recording is in that language already; nothing was sent."))
            try await finish(
                TranslationResult(
                    Translation(document.text), of: phrase, into: languages.target, service: "none",
                    timestamp: Date(), transcription: TranscriptionResult(document)), printer)
        } else {
            try await translate(phrase, transcription: TranscriptionResult(document), printer)
        }
    }
}

extension TranslateCommand {
    private func hearing(translates: Bool) -> SpeechHearing {
        SpeechHearing(model: speechModel, server: server, language: languages.source, translates: translates)
    }

    /// - Parameter source: nil if it is not known.
    private func isPair(from source: String?, into target: String) async throws -> Bool {
        guard let source, source != target else {
            return source == target
        }
        return try await connection.makeTranslator().pairs()?.contains(from: source, into: target) ?? true
    }
}

/// Transcribes a recording, on a server or with a multilingual model.
struct SpeechHearing {
    /// Nil for any that is installed.
    let model: String?
    let server: ServerArguments
    /// Nil to detect it.
    let language: String?
    /// Whether the transcript is English, whatever is spoken. No server is used then.
    let translates: Bool

    func hear(_ path: String) async throws(Failure) -> TranscriptDocument {
        let parts = try Parts()
        let opened = try await translates ? nil : server.choose(model: model, parts)
        let file = try await AudioFile.open(path)
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
        return try await FileTranscription(recognizer).transcribe(file, called: name, options, model: model)
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
}
