import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl models get`, which downloads or imports models.
struct GetModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: tr("Fetch models."),
        discussion: tr(
            "A download that breaks off goes on where it stopped when the command is given again. What is on this "
                + "computer already and whole is not fetched again, and the network is not touched; what is damaged is "
                + "set aside and fetched anew."))

    @Argument(help: ArgumentHelp(tr("Names of models; see 'parlandoctl models list'.")))
    var names: [String]

    @Flag(help: ArgumentHelp(tr("Fetch even if the connection is paid for by volume.")))
    var allowMetered = false

    @Option(
        help: ArgumentHelp(tr("Take the model from this file instead of the network. Its checksum must be right.")),
        completion: .file())
    var from: String?

    @OptionGroup var log: LogArguments

    func validate() throws {
        if from != nil, names.count != 1 {
            throw ValidationError(tr("--from takes one model."))
        }
    }

    func run() async throws {
        try await Failure.reporting {
            let parts = try Parts()
            for model in try names.map({ try parts.model($0) }) {
                try await fetch(model, parts)
            }
        }
    }

    private func fetch(_ model: SpeechModel, _ parts: Parts) async throws(Failure) {
        if from == nil, parts.store.path(of: model) != nil,
            (try? parts.files(of: model)) != nil || model.kind != .speech,
            try await !parts.setAsideDamaged(model)
        {
            return Output.error(tr("{model} is on this computer already.", ["model": model.name]))
        }
        let events =
            if let from {
                parts.store.importModel(model, from: from)
            } else {
                parts.store.fetch(model, allowMetered: allowMetered)
            }
        do {
            for try await event in events {
                show(event, of: model)
            }
            Output.status("")
        } catch {
            Output.status("")
            if let from, (error as? ModelError)?.kind == .notPresent {
                throw Failure(AudioFileError(.missing), path: from)
            }
            throw Failure(error as? ModelError ?? ModelError(.failed), model: model.name)
        }
    }

    private func show(_ event: ModelFetchEvent, of model: SpeechModel) {
        switch event {
        case .downloading(let transfer):
            Output.status("\(model.name): \(Quantities.progress(transfer))")
        case .verifying(let fraction):
            Output.status("\(model.name): " + tr("verifying") + ", " + Quantities.percent(100 * fraction))
        case .retrying(let seconds, let error):
            Output.status("")
            Output.error(
                "\(model.name): \(error.message.text) " + ProgramWording.retrying(in: Int(seconds.rounded(.up))))
        case .done(let path):
            Output.status("")
            Output.error(tr("{model} is in {path}", ["model": model.name, "path": path]))
        }
    }
}
