import ArgumentParser
import ParlandoALSA
import ParlandoCore
import ParlandoPresenters

/// `parlandoctl devices`
struct DevicesCommand: AsyncParsableCommand {
    /// For JSON, which is not translated.
    private static let names = [
        AudioDevice.systemDefault.id: "System default", AudioDevice.computer.id: "What this computer plays",
    ]

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
        let devices = await ALSADeviceDirectory().microphones()
        if json {
            let rows = devices.map {
                Row(id: $0.id, name: Self.names[$0.id] ?? $0.name, default: $0.isSystemDefault)
            }
            try Output.line(rows.jsonLine())
        } else {
            let width = devices.map(\.id.count).max() ?? 0
            for device in devices {
                try Output.line(device.id.padded(to: width) + "  " + device.title)
            }
        }
        if devices.isEmpty {
            throw Failure(AudioError(.noDevice))
        }
    }
}
