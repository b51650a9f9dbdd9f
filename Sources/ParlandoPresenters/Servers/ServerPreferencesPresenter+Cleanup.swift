import Foundation
import ParlandoCore

extension ServerPreferencesPresenter {
    /// A task sends text, so the user is asked first.
    func chooseTask(_ change: PreferenceChange) {
        Task {
            if await chosen.allowLanguageModel(on: calendar.now, { await view?.ask($0) ?? false }) {
                adopt(chosen.change { $0.apply(change) })
            } else {
                view?.render(ServerWording.state(of: chosen.current))
            }
        }
    }

    /// - Parameter id: nil for a new prompt.
    public func editPrompt(_ id: String?) {
        view?.edit(WordForm(prompt: chosen.current.cleanup.tasks.first { $0.id == id }))
    }

    public func savePrompt(_ form: WordForm) {
        guard let prompt = form.prompt else {
            return
        }
        guard prompt.id == form.former || chosen.current.cleanup.prompts[prompt.id] == nil else {
            view?.showToast(tr("There is already a prompt with this name."))
            return
        }
        adopt(
            chosen.change { preferences in
                preferences.cleanup.prompts[form.former ?? prompt.id] = nil
                preferences.cleanup.prompts[prompt.id] = prompt.prompt
                if preferences.cleanup.task == form.former {
                    preferences.cleanup.task = prompt.id
                }
            })
    }

    public func removePrompt(_ id: String) {
        adopt(chosen.change { $0.cleanup.prompts[id] = nil })
    }
}

extension ChosenPreferences {
    /// Asks whether text may be sent to the language model, unless the user has agreed.
    func allowLanguageModel(on date: Date, _ ask: (PageQuestion) async -> Bool) async -> Bool {
        guard current.allowedLanguageModel == nil, let server = current.servers.languageModel else {
            return true
        }
        guard await ask(CleanupWording.question(server)) else {
            return false
        }
        return change { $0.allow(server, on: HistoryWording.date(date)) }.allowedLanguageModel != nil
    }
}
