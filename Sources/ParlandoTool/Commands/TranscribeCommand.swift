import ArgumentParser
import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// `parlandoctl transcribe`
struct TranscribeCommand: AsyncParsableCommand {
    enum Pace: String, CaseIterable, ExpressibleByArgument {
        case real
        case max
    }

    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: "Write down what sound files say.",
        discussion: """
            WAV, FLAC, Ogg, Opus, MP3 and everything else libsndfile reads; any rate, any number of channels.

            With several files, one that cannot be read does not hold up the others; the exit code is that of the \
            first failure. With --stream the file takes the same way as the microphone's sound, in blocks of 100 ms, \
            and every event is one line of JSON:

              {"t":1.62,"type":"partial","text":"ask not","words":[{"text","start","end","probability"}]}

            t is in seconds since the first block arrived. partial carries the tentative tail only, settled what is \
            newly settled and never changes (a comma may follow its word by itself), warning a sentence, final the \
            whole text. The last line is a summary; its revised_words are tentative words that were shown and did \
            not stay.

            Examples:
              parlandoctl transcribe talk.flac
              parlandoctl transcribe --format srt --output subtitles/ *.mp3
              parlandoctl transcribe --model base --language de --format json gespraech.ogg
              parlandoctl transcribe --stream --pace real talk.flac
              parlandoctl transcribe --server attic talk.flac
              PARLANDO_SERVER_KEY=… parlandoctl transcribe --server https://stt.example/v1 --protocol openai talk.flac

            With --server nothing is recognised here: each file is sent once, as 16-bit mono at 16 kHz, and with --stream
            piece by piece, cut at pauses. The key comes from PARLANDO_SERVER_KEY or, for a server of the list, from the
            keyring.
            """)

    @Argument(help: "Sound files.", completion: .file())
    var files: [String]

    @OptionGroup var recognition: RecognitionArguments

    @OptionGroup var server: ServerArguments

    @Option(name: [.short, .long], help: "txt, srt, vtt or json; with --stream also events or live.")
    var format: OutputFormat?

    @Option(
        name: [.short, .long],
        help: "Write to this file; with several files, or with a / at the end, into this folder.",
        completion: .file())
    var output: String?

    @Flag(help: "Listen to the file as to a microphone, and tell events as they happen.")
    var stream = false

    @Option(help: "With --stream: real, as it was spoken, or max, as fast as possible.")
    var pace: Pace?

    func validate() throws {
        guard server.name == nil || recognition.model == nil else {
            throw ValidationError("--model is for this computer; with --server there is --server-model.")
        }
        if stream {
            guard files.count == 1 else {
                throw ValidationError("--stream takes one file.")
            }
            guard output == nil else {
                throw ValidationError("--output does not go with --stream: events are written to standard output.")
            }
        } else {
            guard pace == nil else {
                throw ValidationError("--pace goes with --stream.")
            }
            guard format?.export != nil || format == nil else {
                throw ValidationError("--format \(format?.rawValue ?? "") goes with --stream.")
            }
        }
    }

    func run() async throws {
        try await Failure.reporting {
            try plan.check()
            let parts = try Parts()
            if let name = server.name {
                try await transcribe(with: try await server.access.open(name, parts), parts)
                return
            }
            let model = try parts.model(recognition.model)
            let options = try parts.options(
                language: recognition.language, model: model, audience: stream ? .speaker : .nobody)
            if stream {
                let recognizer = WhisperRecognizer()
                try await parts.load(parts.files(of: model), into: recognizer)
                try await streamFile(recognizer, called: model.name, options)
            } else {
                try await transcribeFiles(parts, model, options)
            }
        }
    }

    // MARK: On a server

    private func transcribe(with opened: OpenedServer, _ parts: Parts) async throws {
        let options = try parts.options(language: recognition.language, audience: stream ? .speaker : .nobody)
        if stream {
            let recognizer = RemoteRecognizer(server: opened.server, gates: try parts.gates())
            return try await streamFile(recognizer, called: opened.name, options)
        }
        try await forEachFile { path throws(Failure) in
            let recording = try await SpeechRecordingReader.read(path)
            let name = URL(fileURLWithPath: path).lastPathComponent
            defer { Output.status("") }
            let answer: SpeechAnswer
            do throws(ServerError) {
                answer = try await opened.server.recognize(recording, options: options, progress: UploadStatus(name))
            } catch {
                throw Failure(error, server: opened.name)
            }
            Output.status("")
            try await write(SpokenText(answer).document(language: options.language), of: path)
        }
    }

    /// One file that fails does not hold up the others; the first failure counts.
    private func forEachFile(_ work: (String) async throws(Failure) -> Void) async throws(Failure) {
        var first: Failure?
        for path in files {
            do throws(Failure) {
                try await work(path)
            } catch {
                error.report()
                first = first ?? error
            }
        }
        if let first {
            throw Failure(first.code, "")
        }
    }

    // MARK: As a microphone

    private func streamFile(
        _ recognizer: any SpeechRecognizer, called name: String, _ options: RecognitionOptions
    ) async throws {
        let microphone = try openFile(files[0])
        let printer = await (format ?? .events).makePrinter()
        let session = await StreamSession(
            microphone: microphone, recognizer: recognizer, printer: printer, model: name, source: files[0],
            isFile: true)
        try await session.run(DictationOptions(recognition: options, silenceStop: nil))
    }

    private func openFile(_ path: String) throws(Failure) -> FileMicrophone {
        do throws(AudioFileError) {
            return try FileMicrophone(path: path, pace: pace == .max ? .max : .real)
        } catch {
            throw Failure(error, path: path)
        }
    }

    // MARK: As files

    private func transcribeFiles(_ parts: Parts, _ model: SpeechModel, _ options: RecognitionOptions) async throws {
        let recognizer = WhisperRecognizer()
        let transcription = FileTranscription(recognizer: recognizer, model: model.name)
        var isLoaded = false
        try await forEachFile { path throws(Failure) in
            let file = try open(path)
            if !isLoaded {
                try await parts.load(parts.files(of: model), into: recognizer)
                isLoaded = true
            }
            try await transcribe(file, path, transcription, options)
        }
    }

    private func open(_ path: String) throws(Failure) -> AudioFile {
        do throws(AudioFileError) {
            return try SoundFileReader().blocks(of: path, seconds: 1)
        } catch {
            throw Failure(error, path: path)
        }
    }

    private func transcribe(
        _ file: AudioFile, _ path: String, _ transcription: FileTranscription, _ options: RecognitionOptions
    ) async throws(Failure) {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let result = try await transcription.transcribe(file, options: options) { share in
            Output.status("\(name): \(Int(share * 100)) %")
        }
        Output.status("")
        try await write(result.document, of: path)
        if let failure = result.failure {
            throw Failure(failure, path: path)
        }
    }

    private var exportFormat: ExportFormat {
        format?.export ?? output.flatMap { ExportFormat(path: $0) } ?? .txt
    }

    private var plan: OutputPlan {
        OutputPlan(files: files, output: output, format: exportFormat)
    }

    private func write(_ document: TranscriptDocument, of path: String) async throws(Failure) {
        let content = exportFormat.content(of: document)
        guard let target = plan.target(of: path) else {
            if files.count > 1, exportFormat == .txt {
                try Output.header(path)
            }
            return try Output.write(content)
        }
        do throws(TextSaveError) {
            try await FileTextSaver().save(content, to: target)
        } catch {
            throw Failure(error, path: target)
        }
    }
}
