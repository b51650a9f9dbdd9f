import ArgumentParser
import ParlandoCore

/// Command `parlandoctl servers list`, which lists the servers.
struct ListServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Which servers there are, and how they are spoken to.")

    @Flag(help: "Write JSON.")
    var json = false

    func run() async throws {
        try await Failure.reporting {
            let profiles = try Parts().preferences.load().servers.profiles
            if json {
                return try Output.line(profiles.jsonLine())
            }
            let width = profiles.map(\.name.count).max() ?? 0
            for profile in profiles {
                let key = profile.hasKey ? "key in the keyring" : "no key"
                let columns = [
                    profile.name.padded(to: width), profile.wire.rawValue.padded(to: 10), key.padded(to: 18),
                    profile.endpoint,
                ]
                try Output.line(columns.joined(separator: "  "))
            }
        }
    }
}
