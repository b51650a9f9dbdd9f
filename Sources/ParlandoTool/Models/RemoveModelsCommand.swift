import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl models remove`, which deletes models.
struct RemoveModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: tr("Delete models from this computer, with what is left of unfinished downloads."))

    @Argument(help: ArgumentHelp(tr("Names of models; see 'parlandoctl models list'.")))
    var names: [String]

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let parts = try Parts()
            for model in try names.map({ try parts.model($0) }) {
                guard parts.store.diskUse(of: model) > 0 else {
                    throw Failure(
                        .unavailable,
                        tr("The model {model} is not on this computer.", ["model": model.name]))
                }
                do throws(ModelError) {
                    try await parts.store.remove(model)
                } catch {
                    throw Failure(error, model: model.name)
                }
            }
        }
    }
}
