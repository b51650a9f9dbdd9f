import ArgumentParser
import ParlandoALSA
import ParlandoCore
import ParlandoServices
import ParlandoWhisper

/// `parlandoctl listen`
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Write down what the microphone hears.",
        discussion: """
            Listens at once, even while the model is still being loaded. Ctrl-C stops listening; the last words are \
            still recognised and written. A second Ctrl-C does not wait for them.

            Without --format words appear as they are spoken when standard output is a terminal; elsewhere events are \
            written, one JSON object a line, as 'parlandoctl help transcribe' explains.

            Examples:
              parlandoctl listen
              parlandoctl listen --seconds 30 --format txt > note.txt
              parlandoctl listen --device plughw:CARD=USB,DEV=0
            """)

    @OptionGroup var recognition: RecognitionArguments

    @Option(name: [.short, .long], help: "Stop after so many seconds.")
    var seconds: Int?

    @Option(name: [.short, .long], help: "Microphone; see 'parlandoctl devices'. Default: the one chosen in Parlando.")
    var device: String?

    @Option(name: [.short, .long], help: "live, events, txt, srt, vtt or json.")
    var format: OutputFormat?

    func validate() throws {
        if let seconds, seconds < 1 {
            throw ValidationError("--seconds is at least 1.")
        }
    }

    func run() async throws {
        try await Failure.reporting {
            let parts = try Parts()
            let model = try parts.model(recognition.model)
            let options = try parts.options(language: recognition.language, model: model, audience: .speaker)
            let files = try parts.files(of: model)
            let recognizer = WhisperRecognizer()
            let printer = await (format ?? (Output.isTerminal ? .live : .events)).makePrinter()
            let chosen = device ?? parts.preferences.load().microphone
            let session = await StreamSession(
                microphone: ALSAMicrophone(), recognizer: recognizer, printer: printer, model: model.name,
                source: chosen, seconds: seconds)
            let loading = Task {
                do {
                    try await parts.load(files, into: recognizer)
                } catch let failure as Failure {
                    await session.fail(failure)
                }
            }
            defer { loading.cancel() }
            try await session.run(
                DictationOptions(
                    microphone: chosen.isEmpty ? nil : chosen, recognition: options, silenceStop: nil))
        }
    }
}
