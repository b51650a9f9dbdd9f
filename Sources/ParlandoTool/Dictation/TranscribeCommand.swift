import ArgumentParser
import Foundation
import Logging
import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem

/// `parlandoctl transcribe`
struct TranscribeCommand: AsyncParsableCommand {
    enum Pace: String, CaseIterable, ExpressibleByArgument {
        case real
        case max
    }

    enum Channels: String, CaseIterable, ExpressibleByArgument {
        case mix
        case split
    }

    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: tr("Transcribe audio and video files."),
        discussion: TranscribeHelp.text)

    @Argument(help: ArgumentHelp(tr("Audio or video files; - is standard input.")), completion: .file())
    var files: [String]

    @OptionGroup var recognition: RecognitionArguments

    @OptionGroup var server: ServerArguments

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            tr(
                "Output format. With --stream also events (JSON) and live (text for a terminal). Default: by the name "
                    + "of the output file, or txt; with --stream, events.")))
    var format: OutputFormat?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            tr(
                "Output file; with several files, or if it ends in /, the folder for the output. Default: standard "
                    + "output.")),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp(tr("mix: transcribe all channels together; split: each by itself.")))
    var channels = Channels.mix

    @Option(help: ArgumentHelp(tr("Number of the audio track, if a file has several; the first is 1.")))
    var track: Int?

    @OptionGroup var replacement: ReplacementArguments

    @Flag(help: ArgumentHelp(tr("Treat the file as live speech: write words as they are recognized.")))
    var stream = false

    @OptionGroup var results: PartialArguments

    @Option(
        help: ArgumentHelp(
            tr("With --stream or --partial: real (as fast as spoken; the default) or max (as fast as possible).")))
    var pace: Pace?

    @OptionGroup var log: LogArguments

    func validate() throws {
        guard track.map({ $0 > 0 }) ?? true else {
            throw ValidationError(tr("--track must be 1 or more."))
        }
        try server.check(model: recognition.model)
        try results.check(format)
        if listens {
            let flag = results.partial ? "--partial" : "--stream"
            guard files.count == 1 else {
                throw ValidationError(tr("{option} takes one file.", ["option": flag]))
            }
            guard output == nil else {
                throw ValidationError(
                    tr(
                        "--output does not go with {option}: events are written to standard output.",
                        ["option": flag]))
            }
            guard channels == .mix else {
                throw ValidationError(tr("--channels split does not go with {option}.", ["option": flag]))
            }
        } else {
            guard pace == nil else {
                throw ValidationError(tr("--pace can only be used with --stream or --partial."))
            }
            guard format?.export != nil || format == nil else {
                throw ValidationError(
                    tr("--format {format} can only be used with --stream.", ["format": format?.rawValue ?? ""]))
            }
        }
    }

    /// Whether the file is transcribed like a microphone.
    private var listens: Bool {
        stream || results.partial
    }

    func run() async throws {
        try plan.check()
        let rules = try await replacement.rules()
        let parts = try Parts()
        if let opened = try await server.choose(model: recognition.model, parts) {
            try await transcribe(with: opened, rules, parts)
            return
        }
        let model = try parts.model(recognition.model)
        let options = try parts.options(
            language: recognition.language, model: model, audience: listens ? .speaker : .nobody)
        if listens {
            let recognizer = Parts.makeRecognizer()
            try await parts.load(parts.files(of: model), into: recognizer)
            try await streamFile(recognizer, called: model.name, rules, options)
        } else {
            try await transcribeFiles(parts, model, rules, options)
        }
    }

    // MARK: On a server

    private func transcribe(with opened: OpenedServer, _ rules: GivenRules, _ parts: Parts) async throws {
        let options = try parts.options(language: recognition.language, audience: listens ? .speaker : .nobody)
        if listens {
            let recognizer = RemoteRecognizer(server: opened.server, gates: try await parts.gates())
            return try await streamFile(recognizer, called: opened.name, rules, options)
        }
        try await Interrupts.cutting { () async throws(Failure) in
            try await forEachFile(rules) { file, path throws(Failure) in
                let name = URL(fileURLWithPath: path).lastPathComponent
                return try await opened.transcribe(file, called: name, rules.applied(to: options))
            }
        }
    }

    /// Runs `work` for each file and applies the rules. A failure does not stop the other files; the first is thrown at
    /// the end. If the task is canceled, or nobody reads the output, the current file is the last.
    private func forEachFile(
        _ rules: GivenRules,
        _ work: (AudioFile, String) async throws(Failure) -> RecordingChannels.Result
    ) async throws(Failure) {
        let log = Logger(label: "parlando.files")
        var first: Failure?
        for (path, location) in zip(files, files.map { location(of: $0) }) {
            let recording = RecordingChannels(path: path, location: location, splits: channels == .split)
            // No name of a file is logged, because it may reveal what was said.
            log.debug("file")
            do throws(Failure) {
                try await recording.transcribe { file throws(Failure) in
                    let result = try await work(file, path)
                    return (rules.applied(to: result.document), result.failure)
                } write: { text throws(Failure) in
                    try await write(text, of: path)
                }
                log.debug("file ended", metadata: ["end": "whole"])
            } catch {
                log.debug("file ended", metadata: ["end": "early"])
                error.report()
                first = first ?? error
                guard !Task.isCancelled, error.code != .outputClosed else {
                    break
                }
            }
        }
        if let first {
            throw Failure(first.code, "")
        }
    }

    private func location(of path: String) -> SoundLocation {
        SoundLocation(path: path, track: track.map { $0 - 1 })
    }

    // MARK: As a microphone

    private func streamFile(
        _ recognizer: any SpeechRecognizer, called name: String, _ rules: GivenRules, _ options: RecognitionOptions
    ) async throws {
        let microphone = try await openFile(files[0])
        let printer = await (format ?? .events).makePrinter(partial: results.partial, began: nil)
        let session = await StreamSession(
            microphone: microphone, recognizer: recognizer, printer: printer, model: name, source: files[0],
            file: microphone, words: rules)
        try await session.run(DictationOptions(recognition: options, silenceStop: nil))
    }

    private func openFile(_ path: String) async throws(Failure) -> FileMicrophone {
        do throws(AudioFileError) {
            let place = location(of: path)
            let microphone = try await FileMicrophone(place, pace: pace == .max ? .max : .real)
            microphone.tracks.tell(of: path, at: place)
            return microphone
        } catch {
            throw Failure(error, path: path)
        }
    }

    // MARK: As files

    private func transcribeFiles(
        _ parts: Parts, _ model: SpeechModel, _ rules: GivenRules, _ options: RecognitionOptions
    ) async throws {
        try await Interrupts.cutting { () async throws(Failure) in
            let recognizer = Parts.makeRecognizer()
            let transcription = FileTranscription(recognizer)
            var isLoaded = false
            try await forEachFile(rules) { file, path throws(Failure) in
                if !isLoaded {
                    let files = try parts.files(of: model)
                    try await Interrupts.leaving { () async throws(Failure) in
                        try await parts.load(files, into: recognizer)
                    }
                    isLoaded = true
                }
                let name = URL(fileURLWithPath: path).lastPathComponent
                return try await transcription.transcribe(
                    file, called: name, rules.applied(to: options), model: model)
            }
        }
    }

    private var exportFormat: ExportFormat {
        format?.export ?? output.flatMap { ExportFormat(path: $0) } ?? .txt
    }

    private var plan: OutputPlan {
        OutputPlan(files: files, output: output, format: exportFormat)
    }

    private func write(_ text: ChannelTranscripts, of path: String) async throws(Failure) {
        let content = text.content(exportFormat)
        guard let target = plan.target(of: path) else {
            if files.count > 1, exportFormat == .txt {
                try Output.line("==> \(path.harmless) <==")
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

enum TranscribeHelp {
    static var text: String {
        HelpText.paragraphs(
            tr(
                "Reads any audio or video that FFmpeg can read, such as WAV, FLAC, MP3 and MP4. If one of several "
                    + "files fails, the others are still transcribed."),
            ServerArguments.choice,
            tr("--format json writes one object. Uncertain words have alternatives, the most likely first:"),
            HelpText.form(
                #"{"text","confidence","is_final","timestamp","language","duration","#,
                #" "segments":[{"text","start_time","duration","confidence","#,
                #"              "alternatives":[{"text","confidence","likelihood"}]}],"#,
                #" "paragraphs":[{"text","start_time","duration","confidence"}],"#,
                #" "alternatives":[{"text","confidence","likelihood"}]}"#),
            tr(
                "With --partial, an object is written on a line of its own whenever the text changes. If is_final is "
                    + "false, the next one replaces it; if true, it stays."),
            tr(
                "--stream writes one event per line: interim (words may change), final (words stay), transcript (the "
                    + "whole text) or summary (statistics). t is in seconds:"),
            HelpText.form(
                #"{"t":1.62,"type":"interim","text":"ask not","words":[{"text","start","end","probability"}]}"#),
            HelpText.examples(
                "parlandoctl transcribe talk.flac", "parlandoctl transcribe --format srt --output subtitles/ *.mp3",
                "parlandoctl transcribe --track 2 film.mkv"))
    }
}
