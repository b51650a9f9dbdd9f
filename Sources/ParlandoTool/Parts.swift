import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// Shared components of the commands: folders, preferences and the model store.
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
        guard let path = folders.resource("models.json") else {
            throw Failure(.io, tr("{file} is not where Parlando was installed.", ["file": "models.json"]))
        }
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

    /// All models: those of the catalogue, then the user's own voices.
    var models: [SpeechModel] {
        store.catalogue + store.ownVoices
    }

    /// Returns the model with a name, or the one chosen in the preferences if `name` is nil.
    func model(_ name: String?) throws(Failure) -> SpeechModel {
        let name = name ?? preferences.load().model
        guard let model = models.first(where: { $0.name == name }) else {
            throw Failure(ModelError(.unknownModel), model: name)
        }
        return model
    }

    /// Returns the files needed to load a speech model.
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

    /// Model of the voice activity detector, or nil if the catalogue has none.
    private var gate: SpeechModel? {
        store.catalogue.first { $0.kind == .voiceActivity }
    }

    /// Returns a maker of voice activity detectors, for recognition on a server. The detector's model is verified now,
    /// so that the user learns of a damaged file before speaking.
    func gates() async throws(Failure) -> SileroGateMaker {
        do throws(RecognitionError) {
            _ = try await store.checkedVoiceActivity()
        } catch {
            throw Failure(error, model: error.model ?? gate?.name ?? "")
        }
        return SileroGateMaker(store: store)
    }

    /// Makes a recogniser for this computer.
    static func makeRecognizer() -> LocalRecognizer {
        LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader())
    }

    /// Loads a model. Damaged files of the model are renamed, so that they can be downloaded again.
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
            // The files are undamaged, so downloading them again would not help.
            throw Failure(RecognitionError(.engineFailed, detail: error.detail), model: files.model.name)
        }
    }

    /// Renames damaged files of a model, so that they are not used any more. Returns whether there were any.
    func setAsideDamaged(_ model: SpeechModel) async throws(Failure) -> Bool {
        do throws(ModelError) {
            return try await !store.setAsideDamaged(model).isEmpty
        } catch {
            throw Failure(error, model: model.name)
        }
    }

    /// Returns the recognition options for `--language` and a local model.
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

    /// Returns the recognition options for a server. Only the server knows which languages its model supports, so any
    /// known language is accepted.
    func options(language: String?, audience: RecognitionOptions.Audience) throws(Failure) -> RecognitionOptions {
        let code = language?.lowercased()
        if let code, code != "auto", SpeechLanguage.named(code) == nil {
            throw Failure(
                .usage,
                tr(
                    "There is no language {code}: give a code of two letters, such as de, or auto.",
                    ["code": code]))
        }
        return RecognitionOptions(language: code == "auto" ? nil : code, audience: audience)
    }
}
