public import ArgumentParser
import Foundation
import Glibc
public import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoSystem

/// `parlandoctl servers` and its subcommands
struct ServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "servers",
        abstract: tr("List, add, change, remove and test your own servers for speech and text."),
        discussion: HelpText.paragraphs(
            tr("A server recognizes speech in place of this computer. Its key is kept in the keyring."),
            HelpText.examples(
                "parlandoctl servers add attic https://attic.example:8080 --protocol whisper --key",
                "parlandoctl servers test attic")),
        subcommands: [
            ListServersCommand.self, AddServerCommand.self, EditServerCommand.self, RemoveServerCommand.self,
            TestServerCommand.self,
        ],
        defaultSubcommand: ListServersCommand.self)
}

extension ServerProtocol: ExpressibleByArgument {}

struct ListServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: tr("List your servers with protocol, key and address."),
        discussion: HelpText.examples("parlandoctl servers list", "parlandoctl servers list --json"))

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
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

struct AddServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: tr("Add a server to the list."),
        discussion: HelpText.examples(
            "parlandoctl servers add attic https://attic.example:8080 --protocol whisper",
            "parlandoctl servers add office https://stt.example/v1 --protocol openai --model whisper-1 --key"))

    @Argument(help: ArgumentHelp(tr("A name of your choice for the server.")))
    var name: String

    @Argument(help: ArgumentHelp(tr("Address of the server: an https URL, or an http URL on this computer.")))
    var address: String

    @Option(
        name: [.customLong("protocol")],
        help: ArgumentHelp(tr("Protocol: transcribe (POST /transcribe), openai, whisper, or chat (language model).")))
    var wire = ServerProtocol.transcribe

    @Option(help: ArgumentHelp(tr("With protocol openai or chat: the model on the server.")))
    var model = ""

    @Flag(help: ArgumentHelp(tr("Ask for an API key (or read it from standard input) and save it in the keyring.")))
    var key = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        let shelf = try ServerShelf()
        guard shelf.servers.profile(name) == nil else {
            throw Failure(
                .usage,
                tr("There is a server named {name} already.", ["name": name]) + " "
                    + tr("See: {command}", ["command": "parlandoctl servers edit --help"]))
        }
        var profile = ServerProfile(name: name, address: address, wire: wire, model: model)
        try shelf.check(profile)
        if key {
            try await shelf.keepKey(of: &profile)
        }
        try shelf.save { $0.profiles.append(profile) }
    }
}

struct EditServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: tr("Change a server in the list; options you leave out keep their values."),
        discussion: HelpText.examples(
            "parlandoctl servers edit attic --address https://attic.example:8443",
            "parlandoctl servers edit attic --key"))

    @Argument(help: ArgumentHelp(tr("Name of the server; see 'parlandoctl servers list'.")))
    var server: String

    @Option(help: ArgumentHelp(tr("New name.")))
    var name: String?

    @Option(help: ArgumentHelp(tr("New address.")))
    var address: String?

    @Option(
        name: [.customLong("protocol")],
        help: ArgumentHelp(tr("Protocol: transcribe (POST /transcribe), openai, whisper, or chat (language model).")))
    var wire: ServerProtocol?

    @Option(help: ArgumentHelp(tr("With protocol openai or chat: the model on the server.")))
    var model: String?

    @Flag(help: ArgumentHelp(tr("Ask for a new API key (or read it from standard input).")))
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
        let shelf = try ServerShelf()
        let old = try shelf.profile(server)
        var profile = old
        profile.name = name ?? profile.name
        profile.address = address ?? profile.address
        profile.wire = wire ?? profile.wire
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

struct RemoveServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: tr("Remove servers from the list, and their keys from the keyring."),
        discussion: HelpText.examples("parlandoctl servers remove attic"))

    @Argument(help: ArgumentHelp(tr("Names of servers; see 'parlandoctl servers list'.")))
    var names: [String]

    @OptionGroup var log: LogArguments

    func run() async throws {
        let shelf = try ServerShelf()
        for var profile in try names.map({ try shelf.profile($0) }) {
            // The key goes first: without its profile it could not be removed later.
            try await shelf.removeKey(of: &profile)
            try shelf.save { $0.profiles.removeAll { $0.id == profile.id } }
        }
    }
}

struct TestServerCommand: AsyncParsableCommand {
    private struct Report: Encodable {
        let server: String
        let address: String
        let text: String
        let language: String?
        let sound_seconds: Double
        let answer_seconds: Double
    }

    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: tr("Send a sample recording to a server, and show its answer and how long it took."),
        discussion: HelpText.examples(
            "parlandoctl servers test attic", "parlandoctl servers test http://localhost:8080"))

    @Argument(help: ArgumentHelp(tr("Name of a server in the list, or an address.")))
    var server: String

    @OptionGroup var arguments: ServerArguments.Access

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        let parts = try Parts()
        let access = try await arguments.open(server, parts)
        let path = try parts.folders.installed("samples/jfk.flac")
        let file = try await AudioFile.open(path)
        let (recording, loss) = await SpeechRecording.read(file)
        if let loss {
            throw Failure(loss, path: path)
        }
        let began = ContinuousClock.now
        let (answer, profile): (SpeechAnswer, ServerProfile)
        do throws(ServerError) {
            (answer, profile) = try await access.server.test(recording)
        } catch {
            throw Failure(error, server: access.name)
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let report = Report(
            server: access.name, address: profile.endpoint, text: answer.words.text, language: answer.language,
            sound_seconds: SessionLine.rounded(recording.seconds), answer_seconds: SessionLine.rounded(seconds))
        keep(profile, askedAs: access.profile, parts)
        try show(report)
    }

    /// If the server answered at another address, says so, and keeps the address of a server in the list.
    private func keep(_ found: ServerProfile, askedAs asked: ServerProfile, _ parts: Parts) {
        guard found.address != asked.address else {
            return
        }
        var isKept = false
        parts.preferences.change { preferences in
            if let index = preferences.servers.profiles.firstIndex(where: { $0.id == found.id }) {
                preferences.servers.profiles[index].address = found.address
                isKept = true
            }
        }
        guard isKept else {
            return Output.error(tr("The server answers at {address}.", ["address": found.address]))
        }
        Output.error(
            tr(
                "{name} answers at {address}, which is its address in the list from now on.",
                ["name": found.name, "address": found.address]))
    }

    private func show(_ report: Report) throws(Failure) {
        if json {
            return try Output.line(report.jsonLine())
        }
        try Output.line(report.text.isEmpty ? tr("(no text)") : report.text)
        try Output.line(
            tr(
                "{time} for {length} of sound, from {server}",
                [
                    "time": Quantities.seconds(report.answer_seconds),
                    "length": Quantities.seconds(report.sound_seconds), "server": report.server,
                ]))
    }
}

/// The list of servers and their keys.
struct ServerShelf {
    private let parts: Parts
    private let keys: any SecretStore = Keyring()

    init() throws(Failure) {
        parts = try Parts()
    }

    var servers: ServerPreferences {
        parts.preferences.load().servers
    }

    func profile(_ name: String) throws(Failure) -> ServerProfile {
        guard let profile = servers.profile(name) else {
            throw Failure(noServer: name)
        }
        return profile
    }

    /// Throws if the profile cannot be used.
    func check(_ profile: ServerProfile) throws(Failure) {
        switch profile.problem {
        case nil: return
        case .noName: throw Failure(.usage, tr("A server needs a name."))
        case .tooLong: throw Failure(.usage, tr("The name, the address or the model is too long."))
        case .address(.notAnAddress): throw Failure(ServerError(.invalidAddress), server: profile.address)
        case .address(.notSecure): throw Failure(ServerError(.insecure), server: profile.address)
        }
    }

    func save(_ change: (inout ServerPreferences) -> Void) throws(Failure) {
        guard parts.isLasting else {
            throw Failure(
                .io, tr("Preferences cannot be kept: their schema is not installed. Install Parlando again."))
        }
        parts.preferences.change { change(&$0.servers) }
    }

    /// The key is typed on a terminal, or else a line of standard input.
    func keepKey(of profile: inout ServerProfile) async throws(Failure) {
        let text = isatty(STDIN_FILENO) != 0 ? getpass(tr("Key: ")).map { String(cString: $0) } : readLine()
        guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
            throw Failure(.usage, tr("No key was given."))
        }
        guard let origin = Origin(profile.endpoint) else {
            throw Failure(ServerError(.invalidAddress), server: profile.address)
        }
        do throws(SecretError) {
            try await keys.keep(
                Private(text), as: SecretName(.server, owner: profile.id), for: origin,
                label: "Parlando: \(profile.name)")
        } catch {
            throw Failure(error)
        }
        profile.hasKey = true
    }

    /// Tells the user if the key is bound to another origin than the new address. One that was kept without an origin
    /// is bound to the old address.
    func leaveKey(of old: ServerProfile, movedTo profile: ServerProfile) async throws(Failure) {
        guard profile.hasKey, let home = Origin(old.endpoint), home != Origin(profile.endpoint) else {
            return
        }
        let place: Origin?
        do throws(SecretError) {
            place = try await keys.place(of: SecretName(.server, owner: old.id), home: home)
        } catch {
            guard error.kind == .absent else {
                throw Failure(error)
            }
            place = home
        }
        guard let place, place != Origin(profile.endpoint) else {
            return
        }
        Output.error(
            tr(
                "The key is for {place} only. Give that of the new address with: {command}",
                ["place": place.text, "command": "parlandoctl servers edit \(profile.name) --key"]))
    }

    func removeKey(of profile: inout ServerProfile) async throws(Failure) {
        guard profile.hasKey else {
            return
        }
        do throws(SecretError) {
            try await keys.remove(SecretName(.server, owner: profile.id))
        } catch {
            throw Failure(error)
        }
        profile.hasKey = false
    }
}
