import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl servers`, which manages the user's servers.
struct ServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "servers",
        abstract: tr("List, add, change, remove and test servers of your own that recognise speech."),
        discussion: HelpText.paragraphs(
            tr(
                "A server takes a WAV file as the field 'file' of a form. "
                    + "Its key is kept in the keyring of the desktop."),
            HelpText.examples(
                "parlandoctl servers add attic https://attic.example:8080 --protocol whisper",
                "parlandoctl servers add office https://stt.example/v1 --protocol openai --model whisper-1 --key",
                "parlandoctl servers test attic", "parlandoctl transcribe --server attic talk.flac",
                "parlandoctl servers remove office")),
        subcommands: [
            ListServersCommand.self, AddServerCommand.self, EditServerCommand.self, RemoveServerCommand.self,
            TestServerCommand.self,
        ],
        defaultSubcommand: ListServersCommand.self)
}

/// Value of `--protocol`.
enum ProtocolArgument: String, CaseIterable, ExpressibleByArgument {
    case transcribe
    case openai
    case whisper

    /// Protocol that the value selects.
    var wire: SpeechProtocol {
        switch self {
        case .transcribe: .transcribe
        case .openai: .openAI
        case .whisper: .whisper
        }
    }
}
