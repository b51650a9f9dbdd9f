import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl servers list`, which lists the servers.
struct ListServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: tr("Which servers there are, and how they are spoken to."))

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let profiles = try Parts().preferences.load().servers.profiles
            if json {
                return try Output.line(profiles.jsonLine())
            }
            let width = profiles.map(\.name.count).max() ?? 0
            for profile in profiles {
                let key = profile.hasKey ? tr("key in the keyring") : tr("no key")
                let columns = [
                    profile.name.padded(to: width), profile.wire.rawValue.padded(to: 10), key.padded(to: 18),
                    profile.endpoint,
                ]
                try Output.line(columns.joined(separator: "  "))
            }
        }
    }
}
