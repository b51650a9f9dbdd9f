import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl servers add`, which adds a server.
struct AddServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: tr("Add a server to the list."))

    @Argument(help: ArgumentHelp(tr("What you call it.")))
    var name: String

    @Argument(help: ArgumentHelp(tr("Its address: https, or http for this computer itself.")))
    var address: String

    @Option(
        name: [.customLong("protocol")], help: ArgumentHelp(tr("How it is spoken to: transcribe, openai or whisper.")))
    var wire = ProtocolArgument.transcribe

    @Option(help: ArgumentHelp(tr("The model it is asked for (openai).")))
    var model = ""

    @Flag(help: ArgumentHelp(tr("Ask for its key, or read it from standard input, and keep it in the keyring.")))
    var key = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let shelf = try ServerShelf()
            guard shelf.servers.profile(name) == nil else {
                throw Failure(
                    .usage,
                    tr("There is a server named {name} already.", ["name": name]) + " "
                        + tr("See: {command}", ["command": "parlandoctl servers edit --help"]))
            }
            var profile = ServerProfile(name: name, address: address, wire: wire.wire, model: model)
            try shelf.check(profile)
            if key {
                try await shelf.keepKey(of: &profile)
            }
            try shelf.save { $0.profiles.append(profile) }
        }
    }
}
