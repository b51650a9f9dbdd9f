import ArgumentParser
import Foundation
import Logging
import ParlandoCore
import ParlandoSystem

/// Command-line tool `parlandoctl`, with Parlando's functions.
@main
struct ParlandoTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parlandoctl",
        abstract: "Turn speech into text, translate it, and train rhythm.",
        discussion: """
            Examples:
              parlandoctl models get tiny.en            fetch a speech model, once (78 MB)
              parlandoctl transcribe talk.flac          the text of a recording
              parlandoctl transcribe --format srt talk.mp3 --output talk.srt
              parlandoctl listen                        write down what the microphone hears
              parlandoctl translate --to de "Good day"   with the key in PARLANDO_GEMINI_KEY
              parlandoctl listen --seconds 10 --format events | jq -r 'select(.type=="final").text'

            Exit codes:
              0   all is well
              64  the command line was not understood
              65  a file holds no sound, less than it promises, or no strokes; a model on disk is damaged; a text is \
                  empty or too long to be translated
              66  a file is missing or may not be read
              69  no microphone, no model on this computer, no network, a server that does not do its work, or no \
                  translation from the service
              70  the speech engine failed, or there is too little memory
              73  the output or a model may not be written there
              74  the disk is full, or reading or writing failed
              130 interrupted (Ctrl-C); what was said until then is written out
            """,
        version: Release.version,
        subcommands: [
            TranscribeCommand.self, ListenCommand.self, ModelsCommand.self, ServersCommand.self, DevicesCommand.self,
            RhythmCommand.self, TranslateCommand.self,
        ]
    )

    static func main() async {
        // Commands write messages for the user themselves; the log is only for unexpected errors.
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = .critical
            return handler
        }
        let shortage = Failure(
            .engine, "There is not enough memory to continue. Close other applications, or raise the limit.")
        AddressSpace.endWhenShort(saying: "parlandoctl: \(shortage.sentence)", code: shortage.code.rawValue)
        guard AddressSpace.hasRoom else {
            shortage.report()
            ProcessEnd.leave(shortage.code.rawValue)
        }
        do {
            var command = try parseAsRoot(RawArguments.all)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            // Help and version are written to standard output.
            guard !exitCode(for: error).isSuccess else {
                exit(withError: error)
            }
            // Print the usage error line by line, because it quotes arguments, which `Output.error` makes safe to show.
            fullMessage(for: error).split(separator: "\n").forEach { Output.error(String($0)) }
            ProcessEnd.leave(exitCode(for: error).rawValue)
        }
        ProcessEnd.leave(EXIT_SUCCESS)
    }
}
