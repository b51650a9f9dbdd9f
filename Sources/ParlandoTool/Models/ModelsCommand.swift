import ArgumentParser
import Logging
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem
import Synchronization

/// `parlandoctl models` and its subcommands
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: tr("List, download, check and remove speech models and voices."),
        discussion: HelpText.examples("parlandoctl models list", "parlandoctl models get base"),
        subcommands: [
            ListModelsCommand.self, GetModelsCommand.self, ImportVoiceCommand.self, RemoveModelsCommand.self,
            VerifyModelsCommand.self,
        ],
        defaultSubcommand: ListModelsCommand.self)
}

struct ListModelsCommand: AsyncParsableCommand {
    private struct Row: Encodable {
        let name: String
        let kind: SpeechModel.Kind
        let multilingual: Bool
        /// Like `rate` (in Hz) and `licence`, only of natural voices.
        let language: String?
        let rate: Int?
        let licence: String?
        let bytes: Int64
        let sha256: String
        /// Missing if the model is not on this computer.
        let path: String?
        let present: Bool
        /// Bytes, with unfinished downloads.
        let disk_use: Int64
        let chosen: Bool

        init(_ model: SpeechModel, store: any ModelStore, chosen: String) {
            name = model.name
            kind = model.kind
            multilingual = model.isMultilingual
            language = model.voice?.language
            rate = model.voice?.rate
            licence = model.voice?.licence
            bytes = model.bytes
            sha256 = model.sha256
            path = store.path(of: model)
            present = path != nil
            disk_use = store.diskUse(of: model)
            self.chosen = model.name == chosen
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: tr("List models and voices with size, language and location; * marks the chosen model."),
        discussion: HelpText.examples("parlandoctl models list", "parlandoctl models list --json"))

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
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

    private func text(_ row: Row, width: Int) -> String {
        let purpose =
            switch row.kind {
            case .voiceActivity: tr("tells speech from silence")
            case .translation: tr("translates text")
            case .speech: row.multilingual ? tr("multilingual") : tr("English only")
            case .voice, .voiceConfiguration:
                tr("voice: {language}", ["language": LanguageWording.name(of: row.language ?? "")])
            }
        let stand =
            if let path = row.path {
                path
            } else if row.disk_use > 0 {
                tr("not complete: {amount} so far", ["amount": Quantities.bytes(row.disk_use)])
            } else {
                tr("not on this computer")
            }
        let columns = [
            row.name.padded(to: width), Quantities.bytes(row.bytes).padded(to: 7), purpose.padded(to: 25), stand,
        ]
        return (row.chosen ? "* " : "  ") + columns.joined(separator: "  ")
    }
}

struct GetModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: tr("Download models and voices."),
        discussion: HelpText.paragraphs(
            tr(
                "Repeat the command to continue a download that was interrupted. A complete model is not downloaded "
                    + "again; a damaged one is replaced."),
            HelpText.examples("parlandoctl models get base", "parlandoctl models get tiny.en --from ggml-tiny.en.bin")))

    @Argument(help: ArgumentHelp(tr("Names of models; see 'parlandoctl models list'.")))
    var names: [String]

    @Flag(help: ArgumentHelp(tr("Download even over a metered connection.")))
    var allowMetered = false

    @Option(
        help: ArgumentHelp(tr("Import the model from this file instead; its checksum must match.")),
        completion: .file())
    var from: String?

    @OptionGroup var log: LogArguments

    func validate() throws {
        if from != nil, names.count != 1 {
            throw ValidationError(tr("--from can only be used with one model."))
        }
    }

    func run() async throws {
        let parts = try Parts()
        for model in try names.map({ try parts.model($0) }) {
            try await fetch(model, parts)
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

struct ImportVoiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-voice",
        abstract: tr("Import Piper voices from files."),
        discussion: HelpText.paragraphs(
            tr("A voice is two files in one folder, such as voice.onnx and voice.onnx.json. Name only the first."),
            HelpText.examples("parlandoctl models import-voice en_US-lessac-medium.onnx")))

    @Argument(help: ArgumentHelp(tr("The .onnx files of the voices.")))
    var networks: [String]

    @OptionGroup var log: LogArguments

    func run() async throws {
        let parts = try Parts()
        for path in networks {
            do {
                let voice = try await parts.store.importVoice(from: path)
                Output.error(
                    tr(
                        "{model} is in {path}",
                        ["model": voice.name, "path": parts.store.path(of: voice) ?? parts.folders.models]))
            } catch let error as ModelError {
                if error.kind == .notPresent {
                    throw Failure(AudioFileError(.missing), path: path)
                }
                throw Failure(error, model: path)
            }
        }
    }
}

struct RemoveModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: tr("Delete models and unfinished downloads from this computer."),
        discussion: HelpText.examples("parlandoctl models remove small"))

    @Argument(help: ArgumentHelp(tr("Names of models; see 'parlandoctl models list'.")))
    var names: [String]

    @OptionGroup var log: LogArguments

    func run() async throws {
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

struct VerifyModelsCommand: AsyncParsableCommand {
    private struct Row: Encodable {
        let name: String
        let ok: Bool
    }

    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: tr("Check whether models are damaged."),
        discussion: HelpText.examples("parlandoctl models verify", "parlandoctl models verify base --json"))

    @Argument(help: ArgumentHelp(tr("Names of models. Default: all that are on this computer.")))
    var names: [String] = []

    @Flag(help: ArgumentHelp(tr("Write JSON.")))
    var json = false

    @OptionGroup var log: LogArguments

    func run() async throws {
        let parts = try Parts()
        let models =
            names.isEmpty
            ? parts.models.filter { parts.store.path(of: $0) != nil }
            : try names.map { try parts.model($0) }
        var rows: [Row] = []
        for model in models {
            let isRight = try await verify(model, parts.store)
            rows.append(Row(name: model.name, ok: isRight))
            if !json {
                try Output.line(model.name + ": " + (isRight ? tr("whole") : tr("damaged")))
            }
        }
        if json {
            try Output.line(rows.jsonLine())
        }
        if let damaged = rows.first(where: { !$0.ok }) {
            throw Failure(RecognitionError(.modelCorrupt), model: damaged.name)
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

/// Logs how a model is loaded, with the names of the window's log.
final class LoadLog: LoadProgress {
    private let log = Logger(label: "parlando.models")
    private let model: String
    private let began = ContinuousClock.now
    private let isWarming = Mutex(false)

    init(model: String) {
        self.model = model
        log.debug("load", metadata: ["model": "\(model)"])
    }

    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {
        guard phase == .warming else {
            return
        }
        let isFirst = isWarming.withLock { isWarming in
            defer { isWarming = true }
            return !isWarming
        }
        if isFirst {
            log.debug("warm-up", metadata: ["model": "\(model)"])
        }
    }

    func end() {
        log.debug("ready", metadata: ["model": "\(model)", "time": "\(ContinuousClock.now - began)"])
    }
}
