import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl servers remove`, which removes servers.
struct RemoveServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: tr("Remove servers from the list, and their keys from the keyring."))

    @Argument(help: ArgumentHelp(tr("Names of servers; see 'parlandoctl servers list'.")))
    var names: [String]

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let shelf = try ServerShelf()
            for var profile in try names.map({ try shelf.profile($0) }) {
                // Remove the key first: if that fails, the profile can still be removed later, but a key without a
                // profile could not.
                try await shelf.removeKey(of: &profile)
                try shelf.save { $0.profiles.removeAll { $0.id == profile.id } }
            }
        }
    }
}
