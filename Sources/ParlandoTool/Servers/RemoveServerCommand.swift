import ArgumentParser
import ParlandoCore

/// `parlandoctl servers remove`
struct RemoveServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove servers from the list, and their keys from the keyring.")

    @Argument(help: "Names of servers; see 'parlandoctl servers list'.")
    var names: [String]

    func run() async throws {
        try await Failure.reporting {
            let shelf = try ServerShelf()
            for var profile in try names.map({ try shelf.profile($0) }) {
                // The key goes first: a profile without a key can be removed again, a key without a profile not.
                try await shelf.removeKey(of: &profile)
                try shelf.save { $0.profiles.removeAll { $0.id == profile.id } }
            }
        }
    }
}
