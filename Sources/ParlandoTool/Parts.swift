import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// What all commands use.
struct Parts {
    let folders = Folders()
    let preferences: any PreferenceStore
    let store: any ModelStore
    /// Whether changed preferences outlive this process.
    let isLasting: Bool

    init() throws(Failure) {
        let settings = SettingsStore(schemaFolders: folders.schemas)
        preferences = settings
        isLasting = settings.isLasting
        let path = try folders.installed("models.json")
        do throws(CatalogueError) {
            store = FileModelStore(
                catalogue: try ModelCatalogue.load(path), folder: folders.models,
                provided: folders.resource("models"), preferences: settings,
                network: NetworkMonitor())
        } catch {
            throw Failure(
                .io, tr("{path} is not a list of models: {detail}", ["path": path, "detail": error.detail]))
        }
    }

    /// Those of the catalog, then the user's own voices.
    var models: [SpeechModel] {
        store.catalogue + store.ownVoices
    }

    /// - Parameter name: nil for the one chosen in the preferences.
    func model(_ name: String?) throws(Failure) -> SpeechModel {
        let name = name ?? preferences.load().model
        guard let model = models.first(where: { $0.name == name }) else {
            throw Failure(ModelError(.unknownModel), model: name)
        }
        return model
    }

    func files(of model: SpeechModel) throws(Failure) -> ModelFiles {
        guard model.kind == .speech else {
            let sentence =
                model.kind == .voice
                ? tr("{model} is a voice, it writes nothing down.", ["model": model.name])
                : tr("{model} tells speech from silence, it writes nothing down.", ["model": model.name])
            throw Failure(.usage, sentence)
        }
        guard let weights = store.path(of: model), let gate, let voice = store.path(of: gate) else {
            throw Failure.missing(model.name)
        }
        return ModelFiles(model: model, weights: weights, voiceActivity: voice)
    }

    /// The voice activity detector.
    private var gate: SpeechModel? {
        store.catalogue.first { $0.kind == .voiceActivity }
    }

    /// For recognition on a server. The detector's model is verified now, so that the user learns of damage before
    /// speaking.
    func gates() async throws(Failure) -> SileroGateMaker {
        do throws(RecognitionError) {
            _ = try await store.checkedVoiceActivity()
        } catch {
            throw Failure(error, model: error.model ?? gate?.name ?? "")
        }
        return SileroGateMaker(store: store)
    }

    static func makeRecognizer() -> LocalRecognizer {
        LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader())
    }

    /// Damaged files are renamed, so that they can be downloaded again.
    func load(_ files: ModelFiles, into recognizer: LocalRecognizer) async throws(Failure) {
        do throws(RecognitionError) {
            let log = LoadLog(model: files.model.name)
            try await store.checkBeforeLoading(files.model)
            try await recognizer.load(files, progress: log)
            log.end()
        } catch {
            guard error.kind == .modelCorrupt, try await !setAsideDamaged(files.model) else {
                throw Failure(error, model: files.model.name)
            }
            // The files are whole, so another download would not help.
            throw Failure(RecognitionError(.engineFailed, detail: error.detail), model: files.model.name)
        }
    }

    /// Renames damaged files. Returns whether there were any.
    func setAsideDamaged(_ model: SpeechModel) async throws(Failure) -> Bool {
        do throws(ModelError) {
            return try await !store.setAsideDamaged(model).isEmpty
        } catch {
            throw Failure(error, model: model.name)
        }
    }

    /// For `--language` and a local model.
    func options(
        language: String?, model: SpeechModel, audience: RecognitionOptions.Audience
    ) throws(Failure) -> RecognitionOptions {
        let code = language?.lowercased()
        if !model.isMultilingual {
            guard code == nil || code == "en" else {
                throw Failure(onlyEnglish: model)
            }
            return RecognitionOptions(language: "en", audience: audience)
        }
        return try options(language: language, audience: audience)
    }

    /// For a server, which alone knows the languages of its model.
    func options(language: String?, audience: RecognitionOptions.Audience) throws(Failure) -> RecognitionOptions {
        let choice = DictationChoice(language: language)
        if let problem = choice.languageProblem {
            throw Failure(.usage, problem)
        }
        let code = choice.language(or: "")
        return RecognitionOptions(language: code.isEmpty ? nil : code, audience: audience)
    }
}

extension Folders {
    /// The path of a file that was installed with the program.
    func installed(_ file: String) throws(Failure) -> String {
        guard let path = resource(file) else {
            throw Failure(.io, tr("{file} is not where Parlando was installed.", ["file": file]))
        }
        return path
    }
}
