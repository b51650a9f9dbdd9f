import ArgumentParser
import Foundation
import Logging
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// `parlandoctl`
@main
struct ParlandoTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parlandoctl",
        abstract: tr("Turn speech into text, translate text and speech, and practice rhythm."),
        discussion: HelpText.paragraphs(
            HelpText.examples(
                .init("parlandoctl models get tiny.en", note: tr("download a speech model, once (78 MB)")),
                .init("parlandoctl transcribe talk.flac", note: tr("the text of a recording")),
                .init("parlandoctl listen", note: tr("what you say, as text")),
                .init(#"parlandoctl translate --to de "Good day""#, note: tr("with your own Gemini key"))),
            HelpText.exitCodes),
        version: Release.version,
        subcommands: [
            TranscribeCommand.self, ListenCommand.self, ModelsCommand.self, ServersCommand.self, DevicesCommand.self,
            RhythmCommand.self, TranslateCommand.self,
        ]
    )

    @OptionGroup var log: LogArguments

    static func main() async {
        // A command whose reader has gone still keeps what must not be lost.
        signal(SIGPIPE, SIG_IGN)
        // Commands tell the user what goes wrong. Without --verbose only unexpected errors are logged.
        ProgramLog.begin(isVerbose: LogArguments.isVerbose, quietLevel: .critical)
        endWhenMemoryIsShort()
        speakTheLanguageOfTheUser()
        endWhenMemoryIsShort()
        do {
            var command = try parseAsRoot(RawArguments.all)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            failure.report()
            ProcessEnd.leave(failure.code.rawValue)
        } catch {
            // Help and version are written to standard output.
            guard !exitCode(for: error).isSuccess else {
                try? Output.command(fullMessage(for: error) + "\n")
                ProcessEnd.leave(EXIT_SUCCESS)
            }
            // By lines, because the message quotes arguments, which `Output.error` makes safe to show.
            for line in fullMessage(for: error).split(separator: "\n") {
                Output.error(String(line))
            }
            ProcessEnd.leave(exitCode(for: error).rawValue)
        }
        ProcessEnd.leave(EXIT_SUCCESS)
    }

    /// Ends the program with a message if memory is short, now or later. Called again once the language is known.
    private static func endWhenMemoryIsShort() {
        let shortage = Failure(
            .engine, tr("There is not enough memory to continue. Close other applications, or raise the limit."))
        AddressSpace.endWhenShort(saying: "parlandoctl: \(shortage.sentence)", code: shortage.code.rawValue)
        guard AddressSpace.hasRoom else {
            shortage.report()
            ProcessEnd.leave(shortage.code.rawValue)
        }
    }

    /// The language that is chosen in Parlando, or the system's.
    private static func speakTheLanguageOfTheUser() {
        let folders = Folders()
        let damaged = folders.damagedTranslations
        setUpText(
            directory: damaged.isEmpty ? folders.translations : "",
            language: SettingsStore(schemaFolders: folders.schemas).load().interfaceLanguage)
        for path in damaged {
            Output.error("parlandoctl: " + tr("{path} is damaged. Install Parlando again.", ["path": path]))
        }
    }
}
