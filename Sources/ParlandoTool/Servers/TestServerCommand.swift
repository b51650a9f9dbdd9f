import ArgumentParser
import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoSystem

/// Command `parlandoctl servers test`, which tests a server with a short recording.
struct TestServerCommand: AsyncParsableCommand {
    private struct Report: Encodable {
        let server: String
        let address: String
        let text: String
        let language: String?
        let soundSeconds: Double
        let answerSeconds: Double

        enum CodingKeys: String, CodingKey {
            case server, address, text, language
            case soundSeconds = "sound_seconds"
            case answerSeconds = "answer_seconds"
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: tr("Send a short recording to a server, and show what came back and how long it took."))

    @Argument(help: ArgumentHelp(tr("Name of a server of the list, or an address.")))
    var server: String

    @OptionGroup var arguments: ServerArguments.Access

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let parts = try Parts()
            let access = try await arguments.open(server, parts)
            guard let path = parts.folders.resource("samples/jfk.flac") else {
                throw Failure(
                    .io, tr("{file} is not where Parlando was installed.", ["file": "samples/jfk.flac"]))
            }
            let recording = try await SpeechRecordingReader.read(path)
            let began = ContinuousClock.now
            let (answer, profile): (SpeechAnswer, ServerProfile)
            do throws(ServerError) {
                (answer, profile) = try await access.server.test(recording)
            } catch {
                throw Failure(error, server: access.name)
            }
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            let spoken = SpokenText(answer)
            let report = Report(
                server: access.name, address: profile.endpoint, text: spoken.text, language: spoken.language,
                soundSeconds: SessionLine.rounded(recording.seconds), answerSeconds: SessionLine.rounded(seconds))
            keep(profile, askedAs: access.profile, parts)
            try show(report)
        }
    }

    /// If the server responded at an address other than the first one tried, tells the user, and stores the address if
    /// the server is in the list.
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
                    "time": Quantities.seconds(report.answerSeconds), "length": Quantities.seconds(report.soundSeconds),
                    "server": report.server,
                ]))
    }
}
