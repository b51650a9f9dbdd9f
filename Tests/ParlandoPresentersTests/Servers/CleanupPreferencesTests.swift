import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

@MainActor @Suite(.timeLimit(.minutes(1))) struct CleanupPreferencesTests {
    private let view = SpyServerPreferencesView()
    private let store = MemoryPreferenceStore()
    private let presenter: ServerPreferencesPresenter

    init() {
        store.change { $0.servers.profiles = [.languageModel] }
        presenter = ServerPreferencesPresenter(
            view: view, store: store, secrets: FakeSecretStore(), servers: FakeServers(), calendar: FixedClock())
        presenter.activate()
    }

    @Test(arguments: [true, false]) func aTaskBeforeEachParagraphNeedsConsent(agrees: Bool) async {
        view.answer = agrees
        let before = view.states.count
        presenter.apply(PreferenceChange(\.cleanup.task, ":punctuate"))
        await view.nextChange { view.states.count > before }
        #expect(view.questions.map(\.title) == ["Send Text to Oracle?"])
        #expect(view.state.preferences.cleanup.task == (agrees ? ":punctuate" : ""))
        #expect(store.load().cleanup.agreedDay == (agrees ? "2023-11-14" : ""))
        presenter.apply(PreferenceChange(\.cleanup.task, ""))
        #expect(store.load().cleanup.task == "" && view.questions.count == 1)
    }

    @Test func aServerThatWasChangedDuringTheQuestionGetsNothing() async {
        let chosen = ChosenPreferences(in: store)
        let isAllowed = await chosen.allowLanguageModel(on: FixedClock().now) { _ in
            store.change { $0.servers.profiles[0].address = "https://elsewhere.example" }
            return true
        }
        #expect(!isAllowed)
        #expect(store.load().allowedLanguageModel == nil)
    }

    @Test func tasksAreOfferedWithALanguageModelOnly() {
        #expect(
            view.state.tasks.map(\.title) == [
                "None", "Punctuate and Remove Fillers", "Make a List", "Write a Letter",
            ])
        #expect(view.state.engines.map(\.id) == [""])
        #expect(ServerWording.state(of: Preferences()).tasks.isEmpty)
    }

    @Test func promptsAreAddedChangedAndRemovedAndTheChosenOneStaysChosen() throws {
        store.change { $0.allow(.languageModel, on: "2026-11-26") }
        presenter.editPrompt(nil)
        var form = try #require(view.promptForms.last)
        #expect(!form.canSave && form.problem.isEmpty)
        form.fields[0].text = "Rhyme"
        #expect(!form.canSave && form.problem.isEmpty)
        form.fields[1].text = "Make it rhyme."
        #expect(form.canSave)
        presenter.savePrompt(form)
        #expect(view.state.prompts == [.init(id: "Rhyme", title: "Rhyme", subtitle: "Make it rhyme.")])
        store.change { $0.cleanup.task = "Rhyme" }
        presenter.editPrompt("Rhyme")
        form = try #require(view.promptForms.last)
        form.fields[1].text = "Make it a sonnet."
        presenter.savePrompt(form)
        #expect(store.load().cleanup.prompts == ["Rhyme": "Make it a sonnet."])
        #expect(store.load().cleanup.task == "Rhyme")
        form.fields[0].text = "Sonnet"
        presenter.savePrompt(form)
        #expect(store.load().cleanup.prompts == ["Sonnet": "Make it a sonnet."])
        presenter.removePrompt("Sonnet")
        #expect(view.state.prompts.isEmpty)
    }

    @Test func aPermissionIsListedWithItsDate() {
        let consent = CleanupWording.consent(.withLanguageModel())
        #expect(consent?.note == "May send text to https://oracle.example · Allowed on 2026-11-26")
        #expect(CleanupWording.consent(Preferences()) == nil)
    }
}
