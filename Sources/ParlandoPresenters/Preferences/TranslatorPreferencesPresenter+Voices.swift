import ParlandoCore
import ParlandoServices

/// Carries out the commands of the buttons beside natural voices (neural networks that speak on this computer).
extension TranslatorPreferencesPresenter {
    /// Carries out the command of a button of a natural voice.
    public func press(_ press: NaturalVoicePress, of voice: String) {
        guard let voices, let entry = screen.natural.entries.first(where: { $0.id == voice }) else {
            return
        }
        switch press {
        case .listen: play(entry.model)
        case .download:
            // The row warns that the connection may be metered. Pressing Download again accepts that.
            let agrees = entry.state.isStoppedByCost
            Task { await voices.download(voice, allowMetered: agrees) }
        case .cancel: Task { await voices.cancelDownload(voice) }
        case .remove:
            run(.removal) { [weak view] () async throws(ModelError) in
                try await voices.remove(voice)
                view?.offerUndo(NaturalVoiceWording.removed(entry.model), ofRemovingVoice: voice)
            }
        }
    }

    /// Brings a natural voice back that was just removed.
    public func restoreVoice(_ voice: String) {
        run(.restoring) { [voices] () async throws(ModelError) in try await voices?.restore(voice) }
    }

    /// Makes the removal of a natural voice final. Call when the offer to undo it has disappeared.
    public func forgetRemovedVoice(_ voice: String) {
        run(.removal) { [voices] () async throws(ModelError) in try await voices?.forgetRemoved(voice) }
    }

    /// Runs a command that removes or restores a voice. If the command throws an error, shows a message about it.
    private func run(
        _ action: NaturalVoiceWording.Action, _ command: @escaping @MainActor () async throws(ModelError) -> Void
    ) {
        Task {
            do throws(ModelError) {
                try await command()
            } catch {
                view?.showToast(NaturalVoiceWording.problem(error, in: action))
            }
            tellOfKeptData()
        }
    }

    /// Imports a natural voice from a file.
    public func importVoice(from path: String) {
        guard let voices else {
            return
        }
        Task {
            do throws(ModelError) {
                if let name = try await voices.importVoice(from: path) {
                    view?.showToast(NaturalVoiceWording.imported(name))
                }
            } catch {
                view?.showToast(NaturalVoiceWording.problem(error, in: .importing))
            }
            tellOfKeptData()
        }
    }

    /// Speaks a sample sentence with a voice, using the speed, pitch and volume of the preferences.
    private func play(_ model: SpeechModel) {
        guard let language = model.voice?.language, let text = VoiceSample.text(in: language) else {
            return
        }
        var choices = screen.preferences
        choices.voiceService = .local
        choices.voices["\(VoiceServiceKind.local.rawValue):\(language)"] = Voice.natural(model.name)
        let options = TranslatorOptions(source: nil, target: language, preferences: choices)
        Task { [weak self, translator] in
            do throws(TranslatorFailure) {
                try await translator.speakSample(Private(text), language: language, options)
            } catch {
                self?.view?.showToast(error.message.text)
            }
        }
    }
}

extension ModelState {
    fileprivate var isStoppedByCost: Bool {
        if case .failed(.store(let error)) = self {
            return error.kind == .metered
        }
        return false
    }
}
