import ArgumentParser
import Foundation
import ParlandoALSA
import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// `parlandoctl listen`
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: tr("Transcribe speech from the microphone."),
        discussion: HelpText.paragraphs(
            tr(
                "You can speak at once, even while the model loads. Ctrl+C stops and writes the last words; press it "
                    + "again to stop without waiting for them."),
            tr(
                "In a terminal, words appear as you speak. If the output goes to a file or program, it is one JSON "
                    + "event per line; see 'parlandoctl help transcribe'."),
            ServerArguments.choice,
            tr("Speech that a server did not accept is saved as a WAV file for 'parlandoctl transcribe'."),
            HelpText.examples("parlandoctl listen", "parlandoctl listen --seconds 30 --format txt > note.txt")))

    @OptionGroup var recognition: RecognitionArguments

    @OptionGroup var server: ServerArguments

    @Option(name: [.short, .long], help: ArgumentHelp(tr("Stop after this many seconds.")))
    var seconds: Int?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(tr("Microphone; see 'parlandoctl devices'. Default: the one chosen in Parlando.")))
    var device: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(tr("Output format: live (in a terminal), events (elsewhere), txt, srt, vtt or json.")))
    var format: OutputFormat?

    @OptionGroup var results: PartialArguments

    @OptionGroup var replacement: ReplacementArguments

    @OptionGroup var log: LogArguments

    func validate() throws {
        try server.check(model: recognition.model)
        try results.check(format)
        if let seconds, seconds < 1 {
            throw ValidationError(tr("--seconds must be at least 1."))
        }
    }

    func run() async throws {
        let rules = try await replacement.rules()
        let parts = try Parts()
        if let opened = try await server.choose(model: recognition.model, parts) {
            try await listen(with: opened, rules, parts)
            return
        }
        let model = try parts.model(recognition.model)
        let options = try parts.options(language: recognition.language, model: model, audience: .speaker)
        let files = try parts.files(of: model)
        let recognizer = Parts.makeRecognizer()
        let session = await session(recognizer, called: model.name, rules, parts)
        let loading = Task {
            do {
                try await parts.load(files, into: recognizer)
            } catch let failure as Failure {
                await session.fail(failure)
            }
        }
        defer { loading.cancel() }
        try await session.run(dictation(options, parts))
    }

    private func listen(with opened: OpenedServer, _ rules: GivenRules, _ parts: Parts) async throws(Failure) {
        let options = try parts.options(language: recognition.language, audience: .speaker)
        let recognizer = RemoteRecognizer(server: opened.server, gates: try await parts.gates())
        let session = await session(recognizer, called: opened.name, rules, parts)
        do throws(Failure) {
            try await session.run(dictation(options, parts))
        } catch {
            let unsent = await recognizer.unsent()
            if unsent.count > 0 {
                let folder = parts.folders.unsentSounds
                do throws(TextSaveError) {
                    let path = try UnsentSounds(folder: folder).keep(unsent)
                    Output.error("parlandoctl: " + tr("What was not sent is in {path}", ["path": path]))
                } catch {
                    throw Failure(
                        .cannotWrite, "\(folder): " + tr("the recording could not be kept there."))
                }
            }
            throw error
        }
    }

    @MainActor private func session(
        _ recognizer: any SpeechRecognizer, called name: String, _ rules: GivenRules, _ parts: Parts
    ) -> StreamSession {
        StreamSession(
            microphone: ALSAMicrophone(), recognizer: recognizer,
            printer: (format ?? (Output.isTerminal ? .live : .events)).makePrinter(
                partial: results.partial, began: Date()),
            model: name,
            source: microphone(parts) ?? "", seconds: seconds, words: rules)
    }

    private func dictation(_ options: RecognitionOptions, _ parts: Parts) -> DictationOptions {
        DictationOptions(microphone: microphone(parts), recognition: options, silenceStop: nil)
    }

    /// From the command line or the preferences; nil for the system's default.
    private func microphone(_ parts: Parts) -> AudioDevice.ID? {
        let name = device ?? parts.preferences.load().microphone
        return name.isEmpty ? nil : name
    }
}
