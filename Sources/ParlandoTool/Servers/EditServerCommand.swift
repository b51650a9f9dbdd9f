import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl servers edit`, which changes a server.
struct EditServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: tr("Change a server of the list; what is not named stays as it is."))

    @Argument(help: ArgumentHelp(tr("Name of the server; see 'parlandoctl servers list'.")))
    var server: String

    @Option(help: ArgumentHelp(tr("Another name.")))
    var name: String?

    @Option(help: ArgumentHelp(tr("Another address.")))
    var address: String?

    @Option(
        name: [.customLong("protocol")], help: ArgumentHelp(tr("How it is spoken to: transcribe, openai or whisper.")))
    var wire: ProtocolArgument?

    @Option(help: ArgumentHelp(tr("The model it is asked for (openai).")))
    var model: String?

    @Flag(help: ArgumentHelp(tr("Ask for another key, or read it from standard input.")))
    var key = false

    @Flag(help: ArgumentHelp(tr("Remove the key from the keyring.")))
    var noKey = false

    @OptionGroup var log: LogArguments

    func validate() throws {
        guard !(key && noKey) else {
            throw ValidationError(tr("--key and --no-key exclude each other."))
        }
    }

    func run() async throws {
        try await Failure.reporting {
            let shelf = try ServerShelf()
            let old = try shelf.profile(server)
            var profile = old
            profile.name = name ?? profile.name
            profile.address = address ?? profile.address
            profile.wire = wire?.wire ?? profile.wire
            profile.model = model ?? profile.model
            try shelf.check(profile)
            guard shelf.servers.profiles.allSatisfy({ $0.id == profile.id || $0.name != profile.name }) else {
                throw Failure(
                    .usage, tr("There is a server named {name} already.", ["name": profile.name]))
            }
            if key {
                try await shelf.keepKey(of: &profile)
            } else if noKey {
                try await shelf.removeKey(of: &profile)
            } else {
                try await shelf.leaveKey(of: old, movedTo: profile)
            }
            try shelf.save { servers in
                servers.profiles = servers.profiles.map { $0.id == profile.id ? profile : $0 }
            }
        }
    }
}
