import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The empty page asks for a service, and for what it needs, before it asks for consent.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatorSetupTests {
    private let key = SecretName(.translation, owner: "gemini")

    @Test func withoutAKeyTheEmptyPageOffersAllServicesAndTheWayToOne() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        scene.presenter.translatorViewDidAppear(scene.view)
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup != nil })
        let setup = scene.state.setup
        #expect(setup?.services.map(\.id) == ["gemini", "libretranslate", "offline"])
        #expect(setup?.services.filter(\.isChosen).map(\.id) == ["gemini"])
        #expect(setup?.link.hasPrefix("https://") == true)
        #expect(scene.state.status.isEmpty)
        scene.presenter.translatorViewDidPressSetUp(scene.view)
        #expect(scene.view.openedPreferences == [.translator])
        // A text takes the place of the choice.
        scene.type("Good morning")
        #expect(scene.state.setup == nil)
    }

    @Test func withAKeyThereIsNothingToSetUp() async {
        let scene = TranslatorScene(
            agreed: false, secrets: FakeSecretStore([key: "key"], for: "https://generativelanguage.googleapis.com"))
        scene.presenter.translatorViewDidAppear(scene.view)
        scene.type("Good morning")
        scene.presenter.translatorViewDidPressTranslate(scene.view)
        await scene.view.nextChange(until: { [view = scene.view] in view.questions.count == 1 })
        scene.type("")
        #expect(scene.state.setup == nil)
    }

    @Test func aMissingKeyIsToldBeforeConsentIsAskedFor() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        scene.type("Good morning")
        scene.presenter.translatorViewDidPressTranslate(scene.view)
        await scene.view.nextChange(until: { [view = scene.view] in view.state.banner != nil })
        #expect(scene.state.banner?.text == TranslationError(.keyMissing).message.text)
        #expect(scene.view.questions.isEmpty)
    }

    @Test func aKeyringThatCannotBeReadIsLeftToTheService() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore(failure: SecretError(.locked)))
        scene.type("Good morning")
        scene.presenter.translatorViewDidPressTranslate(scene.view)
        await scene.view.nextChange(until: { [view = scene.view] in view.questions.count == 1 })
    }

    @Test func aServerNeedsItsAddressAndThisComputerNothing() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        scene.presenter.translatorView(scene.view, didChooseService: "libretranslate")
        #expect(scene.state.setup?.services.filter(\.isChosen).map(\.id) == ["libretranslate"])
        #expect(scene.state.setup?.link == "")
        scene.presenter.translatorView(scene.view, didChooseService: "offline")
        #expect(scene.state.setup == nil)
        #expect(scene.store.load().translator.service == .offline)
        scene.presenter.translatorView(scene.view, didChooseService: "nonsense")
        #expect(scene.store.load().translator.service == .offline)
    }

    @Test func theKeyringIsNotAskedBeforeThePageIsSeenNorAfterConsent() async {
        let unread = FakeSecretStore(failure: SecretError(.failed))
        let hidden = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        #expect(hidden.state.setup == nil)
        let agreed = TranslatorScene(agreed: true, secrets: unread)
        agreed.presenter.translatorViewDidAppear(agreed.view)
        await agreed.ask("Good morning")
        #expect(agreed.state.setup == nil)
    }

    @Test func languagesThatThisComputerCannotTranslateIntoAreGreyedOut() {
        let scene = TranslatorScene { choices in
            choices.service = .offline
            choices.source = "en"
            choices.target = "de"
            choices.recentPairs = ["ru-en", "en-ru"]
        }
        let target = scene.state.target.languages
        #expect(target.filter { $0.obstacle.isEmpty }.map(\.id) == ["en"])
        #expect(target.first { $0.id == "de" }?.obstacle == "This Computer translates only into English")
        #expect(scene.state.source.languages.allSatisfy { $0.obstacle.isEmpty })
        #expect(scene.state.canSwap == true)
        let gemini = TranslatorScene()
        #expect(gemini.state.target.languages.allSatisfy { $0.obstacle.isEmpty })
    }
}
