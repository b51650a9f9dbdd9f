import ArgumentParser
import ParlandoPresenters

/// Command `parlandoctl models`, which manages speech models.
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: tr("List, get, remove and check speech models and voices."),
        discussion: HelpText.examples(
            "parlandoctl models list", "parlandoctl models get base", "parlandoctl models verify",
            "parlandoctl models remove small"),
        subcommands: [
            ListModelsCommand.self, GetModelsCommand.self, ImportVoiceCommand.self, RemoveModelsCommand.self,
            VerifyModelsCommand.self,
        ],
        defaultSubcommand: ListModelsCommand.self)
}
