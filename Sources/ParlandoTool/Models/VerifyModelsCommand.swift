import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl models verify`, which verifies checksums.
struct VerifyModelsCommand: AsyncParsableCommand {
    private struct Row: Encodable {
        let name: String
        let isRight: Bool

        enum CodingKeys: String, CodingKey {
            case name
            case isRight = "ok"
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: tr("Compare the checksums of models."),
        discussion: tr("Exits with 65 when one is wrong."))

    @Argument(help: ArgumentHelp(tr("Names of models. Default: all that are on this computer.")))
    var names: [String] = []

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let parts = try Parts()
            let models =
                names.isEmpty
                ? parts.models.filter { parts.store.path(of: $0) != nil }
                : try names.map { try parts.model($0) }
            var rows: [Row] = []
            for model in models {
                let isRight = try await verify(model, parts.store)
                rows.append(Row(name: model.name, isRight: isRight))
                if !json {
                    try Output.line(model.name + ": " + (isRight ? tr("whole") : tr("damaged")))
                }
            }
            if json {
                try Output.line(rows.jsonLine())
            }
            if let damaged = rows.first(where: { !$0.isRight }) {
                throw Failure(RecognitionError(.modelCorrupt), model: damaged.name)
            }
        }
    }

    private func verify(_ model: SpeechModel, _ store: any ModelStore) async throws(Failure) -> Bool {
        do throws(ModelError) {
            for file in [model] + [model.configuration].compactMap({ $0 }) {
                try await store.verify(file)
            }
            return true
        } catch {
            guard error.kind == .wrongChecksum else {
                throw Failure(error, model: model.name)
            }
            return false
        }
    }
}
