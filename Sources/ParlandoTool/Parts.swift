import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// The parts a command is made of.
struct Parts {
    let folders = Folders()
    let preferences: any PreferenceStore
    let store: any ModelStore
    /// Whether changed preferences outlive this program.
    let isLasting: Bool

    init() throws(Failure) {
        let settings = SettingsStore(schemaFolders: folders.schemas)
        preferences = settings
        isLasting = settings.isLasting
        guard let path = folders.resource("models.json") else {
            throw Failure(.io, "models.json, the list of models, is not where Parlando was installed.")
        }
        do throws(CatalogueError) {
            store = FileModelStore(
                catalogue: try ModelCatalogue.load(path), folder: folders.models,
                provided: folders.resource("models"), preferences: settings,
                network: NetworkMonitor())
        } catch {
            throw Failure(.io, "\(path) is not a list of models: \(error.detail)")
        }
    }

    /// The model of a name; nil: the one that is chosen in the preferences.
    func model(_ name: String?) throws(Failure) -> SpeechModel {
        let name = name ?? preferences.load().model
        guard let model = store.catalogue.first(where: { $0.name == name }) else {
            throw Failure(ModelError(.unknownModel), model: name)
        }
        return model
    }

    /// What a speech model needs to be loaded.
    func files(of model: SpeechModel) throws(Failure) -> ModelFiles {
        guard model.kind == .speech else {
            throw Failure(.usage, "\(model.name) tells speech from silence, it writes nothing down.")
        }
        let gate = store.catalogue.first { $0.kind == .voiceActivity }
        guard let weights = store.path(of: model), let gate, let voice = store.path(of: gate) else {
            throw Failure.missing(model.name)
        }
        return ModelFiles(model: model, weights: weights, voiceActivity: voice)
    }

    /// What tells speech from silence where another computer recognises. Its model is compared now: whoever speaks does
    /// not have to learn of it later.
    func gates() async throws(Failure) -> SileroGateMaker {
        do throws(RecognitionError) {
            _ = try await store.checkedVoiceActivity()
        } catch {
            throw Failure(error, model: error.model ?? "voice activity")
        }
        return SileroGateMaker(store: store)
    }

    /// Loads a model. Whichever of its files is damaged is set aside, so that it can be fetched again.
    func load(_ files: ModelFiles, into recognizer: WhisperRecognizer) async throws(Failure) {
        do throws(RecognitionError) {
            try await store.checkBeforeLoading(files.model)
            try await recognizer.load(files, progress: Unheard())
        } catch {
            guard error.kind == .modelCorrupt, try await !setAsideDamaged(files.model) else {
                throw Failure(error, model: files.model.name)
            }
            // The files are right: to fetch them again would not help.
            throw Failure(RecognitionError(.engineFailed, detail: error.detail), model: files.model.name)
        }
    }

    /// Returns whether there was anything to set aside.
    func setAsideDamaged(_ model: SpeechModel) async throws(Failure) -> Bool {
        do throws(ModelError) {
            return try await !store.setAsideDamaged(model).isEmpty
        } catch {
            throw Failure(error, model: model.name)
        }
    }

    /// How speech is to be recognised, from the command line's `--language`.
    func options(
        language: String?, model: SpeechModel, audience: RecognitionOptions.Audience
    ) throws(Failure) -> RecognitionOptions {
        let code = language?.lowercased()
        if !model.isMultilingual {
            guard code == nil || code == "en" else {
                throw Failure(.usage, "The model \(model.name) knows only English. See: parlandoctl models list")
            }
            return RecognitionOptions(language: "en", audience: audience)
        }
        return try options(language: language, audience: audience)
    }

    /// The same where a server has the model: what it knows, it knows itself.
    func options(language: String?, audience: RecognitionOptions.Audience) throws(Failure) -> RecognitionOptions {
        let code = language?.lowercased()
        if let code, code != "auto", SpeechLanguage.named(code) == nil {
            throw Failure(.usage, "There is no language \(code): give a code of two letters, such as de, or auto.")
        }
        return RecognitionOptions(language: code == "auto" ? nil : code, audience: audience)
    }
}

/// Loading a model from a disk is over before anybody could read how far it has come.
private final class Unheard: LoadProgress {
    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {}
}
