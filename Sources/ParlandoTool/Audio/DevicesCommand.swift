import ArgumentParser
import ParlandoALSA
import ParlandoCore
import ParlandoPresenters

/// `parlandoctl devices`
struct DevicesCommand: AsyncParsableCommand {
    /// For JSON, which is not translated.
    private static let systemDefault = "System default"

    private struct Row: Encodable {
        let id: String
        let name: String
        let `default`: Bool
    }

    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: tr("List the microphones."),
        discussion: HelpText.paragraphs(
            tr("Give the text in the first column to 'parlandoctl listen --device'."),
            HelpText.examples("parlandoctl devices", "parlandoctl devices --json")))

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        let rows = await ALSADeviceDirectory().microphones().map {
            Row(id: $0.id, name: $0.isSystemDefault ? Self.systemDefault : $0.name, default: $0.isSystemDefault)
        }
        if json {
            try Output.line(rows.jsonLine())
        } else {
            let width = rows.map(\.id.count).max() ?? 0
            for row in rows {
                try Output.line(row.id.padded(to: width) + "  " + (row.default ? tr("System Default") : row.name))
            }
        }
        if rows.isEmpty {
            throw Failure(AudioError(.noDevice))
        }
    }
}
