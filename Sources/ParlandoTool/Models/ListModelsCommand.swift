import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl models list`, which lists the models.
struct ListModelsCommand: AsyncParsableCommand {
    private struct Row: Encodable {
        let name: String
        let kind: SpeechModel.Kind
        let isMultilingual: Bool
        /// Language of a natural voice. Like `rate` (the sample rate in Hz) and `licence`, it is omitted for other
        /// models.
        let language: String?
        let rate: Int?
        let licence: String?
        let bytes: Int64
        let sha256: String
        /// Path of the file, omitted if the model is not on this computer.
        let path: String?
        let isPresent: Bool
        /// Disk space in bytes, including unfinished downloads.
        let diskUse: Int64
        let isChosen: Bool

        enum CodingKeys: String, CodingKey {
            case name, kind
            case isMultilingual = "multilingual"
            case language, rate, licence, bytes, sha256, path
            case isPresent = "present"
            case diskUse = "disk_use"
            case isChosen = "chosen"
        }

        init(_ model: SpeechModel, store: any ModelStore, chosen: String) {
            name = model.name
            kind = model.kind
            isMultilingual = model.isMultilingual
            language = model.voice?.language
            rate = model.voice?.rate
            licence = model.voice?.licence
            bytes = model.bytes
            sha256 = model.sha256
            path = store.path(of: model)
            isPresent = path != nil
            diskUse = store.diskUse(of: model)
            isChosen = model.name == chosen
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "list", abstract: tr("Which models there are, and where."))

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let parts = try Parts()
            let chosen = parts.preferences.load().model
            let rows = parts.models.map { Row($0, store: parts.store, chosen: chosen) }
            if json {
                return try Output.line(rows.jsonLine())
            }
            let width = rows.map(\.name.count).max() ?? 0
            for row in rows {
                try Output.line(text(row, width: width))
            }
        }
    }

    private func text(_ row: Row, width: Int) -> String {
        let purpose =
            switch row.kind {
            case .voiceActivity: tr("tells speech from silence")
            case .translation: tr("translates text")
            case .speech: row.isMultilingual ? tr("multilingual") : tr("English only")
            case .voice, .voiceConfiguration:
                tr("voice: {language}", ["language": LanguageWording.name(of: row.language ?? "")])
            }
        let stand =
            if let path = row.path {
                path
            } else if row.diskUse > 0 {
                tr("not complete: {amount} so far", ["amount": Quantities.bytes(row.diskUse)])
            } else {
                tr("not on this computer")
            }
        let columns = [
            row.name.padded(to: width), Quantities.bytes(row.bytes).padded(to: 7), purpose.padded(to: 25), stand,
        ]
        return (row.isChosen ? "* " : "  ") + columns.joined(separator: "  ")
    }
}
