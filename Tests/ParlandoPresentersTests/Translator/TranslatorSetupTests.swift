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
        scene.presenter.appear()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup != nil })
        let setup = scene.state.setup
        #expect(setup?.services.map(\.id) == TranslationServiceKind.allCases.map(\.rawValue))
        #expect(setup?.services.filter(\.isChosen).map(\.id) == ["gemini"])
        #expect(setup?.link.hasPrefix("https://") == true)
        #expect(scene.state.status.isEmpty)
        scene.presenter.setUp()
        #expect(scene.view.openedPreferences == [.translator])
        // Who types first can still choose.
        scene.type("Good morning")
        #expect(scene.state.setup != nil)
    }

    @Test func withAKeyThereIsNothingToSetUp() async {
        let scene = TranslatorScene(
            agreed: false, secrets: FakeSecretStore([key: "key"], for: "https://generativelanguage.googleapis.com"))
        scene.presenter.appear()
        scene.type("Good morning")
        scene.presenter.pressTranslate()
        await scene.view.nextChange(until: { [view = scene.view] in view.questions.count == 1 })
        scene.type("")
        #expect(scene.state.setup == nil)
    }

    @Test func aMissingKeyIsToldBeforeConsentIsAskedFor() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        scene.type("Good morning")
        scene.presenter.pressTranslate()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.banner != nil })
        #expect(scene.state.banner?.text == TranslationError(.keyMissing).message.text)
        #expect(scene.view.questions.isEmpty)
        #expect(scene.state.setup != nil)
        scene.presenter.chooseService("offline")
        #expect(scene.state.banner?.text == TranslationError(.sourceUnknown).message.text)
    }

    @Test func whoSpeaksWithoutAKeyIsToldSo() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        scene.presenter.pressButton()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.banner != nil })
        #expect(scene.state.banner?.text == TranslationError(.keyMissing).message.text)
        #expect(scene.state.setup != nil)
    }

    @Test func aKeyringThatCannotBeReadIsLeftToTheService() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore(failure: SecretError(.locked)))
        scene.type("Good morning")
        scene.presenter.pressTranslate()
        await scene.view.nextChange(until: { [view = scene.view] in view.questions.count == 1 })
    }

    @Test(arguments: [false, true]) func withoutAKeyringThereIsNoKey(agreed: Bool) async {
        let scene = TranslatorScene(agreed: agreed, secrets: FakeSecretStore(failure: SecretError(.absent)))
        scene.presenter.appear()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup != nil })
        #expect(scene.state.setup?.services.map(\.id) == TranslationServiceKind.allCases.map(\.rawValue))
        #expect(scene.state.status.isEmpty)
    }

    @Test func withoutAKeyringConsentIsAskedForOnceThereIsAKey() async throws {
        let secrets = SessionSecrets(FakeSecretStore(failure: SecretError(.absent)))
        let scene = TranslatorScene(agreed: false, secrets: secrets)
        scene.type("Good morning")
        scene.presenter.pressTranslate()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.banner != nil })
        #expect(scene.state.banner?.text == TranslationError(.keyMissing).message.text)
        #expect(scene.view.questions.isEmpty)
        let origin = try #require(Origin("https://generativelanguage.googleapis.com"))
        try await secrets.keep(Private("key"), as: key, for: origin, label: "Gemini")
        scene.presenter.pressTranslate()
        await scene.view.nextChange(until: { [view = scene.view] in view.questions.count == 1 })
    }

    @Test func aServerNeedsItsAddressAndThisComputerNothing() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        scene.presenter.chooseService("libretranslate")
        #expect(scene.state.setup?.services.filter(\.isChosen).map(\.id) == ["libretranslate"])
        #expect(scene.state.setup?.link == "")
        scene.presenter.chooseService("offline")
        #expect(scene.state.setup == nil)
        #expect(scene.store.load().translator.service == .offline)
        scene.presenter.chooseService("nonsense")
        #expect(scene.store.load().translator.service == .offline)
    }

    @Test func theKeyringIsNotAskedBeforeThePageIsSeenNorAfterConsent() async {
        let unread = FakeSecretStore(failure: SecretError(.failed))
        let hidden = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        #expect(hidden.state.setup == nil)
        let agreed = TranslatorScene(agreed: true, secrets: unread)
        agreed.presenter.appear()
        await agreed.ask("Good morning")
        #expect(agreed.state.setup == nil)
    }

    @Test func aTranslationSaysThatTheKeyIsThereNow() async {
        let scene = TranslatorScene(agreed: true, secrets: FakeSecretStore())
        scene.presenter.appear()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup != nil })
        #expect(scene.state.status.isEmpty)
        _ = await scene.translate("Good morning", as: "Buenos días")
        #expect(scene.state.status == "Translated with Gemini")
    }

    /// A locked keyring shows a question of its own, after which the window comes to the front.
    @Test func theKeyringIsAskedOnceHoweverOftenTheWindowComesToTheFront() async {
        let locked = FakeSecretStore(failure: SecretError(.locked))
        let scene = TranslatorScene(agreed: false, secrets: locked)
        scene.presenter.appear()
        while locked.readings == 0 {
            await Task.yield()
        }
        for _ in 0..<3 {
            scene.presenter.comeToFront()
            for _ in 0..<100 {
                await Task.yield()
            }
        }
        #expect(locked.readings == 1)
    }

    @Test func aKeyThatWasStoredMeanwhileIsFoundWhenTheWindowComesToTheFront() async throws {
        let secrets = FakeSecretStore()
        let scene = TranslatorScene(agreed: false, secrets: secrets)
        scene.presenter.appear()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup != nil })
        let origin = try #require(Origin("https://generativelanguage.googleapis.com"))
        try await secrets.keep(Private("key"), as: key, for: origin, label: "Gemini")
        scene.presenter.comeToFront()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup == nil })
    }

    // MARK: This computer

    private static let pairs = TranslationPairs(
        ready: [LanguagePair(source: "en", target: "es"), LanguagePair(source: "es", target: "en")],
        missing: [
            LanguagePair(source: "en", target: "fr"): .packages(["apertium-fr-es"]),
            LanguagePair(source: "es", target: "fr"): .packages(["apertium-fr-es"]),
        ])

    /// The page of this computer with its pairs, once it has been seen.
    private func local(
        _ pairs: TranslationPairs = pairs, _ change: (inout TranslatorPreferences) -> Void = { _ in }
    ) async -> TranslatorScene {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore()) { choices in
            choices.service = .offline
            choices.source = "en"
            change(&choices)
        }
        scene.parts.translator.offer(pairs: pairs)
        let before = scene.view.states.count
        scene.presenter.appear()
        await scene.view.nextChange(until: { [view = scene.view] in view.states.count > before })
        return scene
    }

    @Test func languagesThatThisComputerCannotTranslateIntoAreGreyedOut() async {
        let scene = await local {
            $0.target = "de"
            $0.recentPairs = ["ru-en", "en-ru"]
        }
        let target = scene.state.target.languages
        // English is there for speech, and French once a package is installed.
        #expect(target.filter { $0.obstacle.isEmpty }.map(\.id) == ["en", "es", "fr"])
        #expect(
            target.first { $0.id == "de" }?.obstacle == "This Computer does not translate from English into German")
        #expect(target.first { $0.id == "fr" }?.note == "Install apertium-fr-es")
        #expect(scene.state.source.languages.allSatisfy { $0.obstacle.isEmpty })
        #expect(scene.state.recentPairs.map(\.id) == ["ru-en"])
        #expect(scene.state.canSwap == true)
        #expect(scene.state.setup?.need.hasPrefix("This Computer does not translate from English into German") == true)
        let gemini = TranslatorScene()
        #expect(gemini.state.target.languages.allSatisfy { $0.obstacle.isEmpty })
    }

    @Test func thisComputerAsksForTheLanguageOfATextAndDetectsOnlyThatOfSpeech() async {
        let scene = await local { $0.source = "" }
        #expect(scene.state.source.languages.first?.note == "Only for speech")
        scene.type("Hello")
        #expect(scene.state.banner?.tone == .information && !scene.state.canTranslate)
        scene.presenter.pressTranslate()
        scene.presenter.chooseLanguage("en", on: .source)
        #expect(scene.state.banner == nil && scene.state.canTranslate)
    }

    @Test func theChoiceOfThisComputerSaysBeforeThatItsTranslationsAreRough() async {
        let scene = TranslatorScene(agreed: false, secrets: FakeSecretStore())
        scene.parts.translator.offer(pairs: Self.pairs)
        scene.presenter.appear()
        func note() -> String? { scene.state.setup?.services.first { $0.id == "offline" }?.subtitle }
        await scene.view.nextChange(until: { note()?.contains("English, Spanish") == true })
        #expect(note() == "Rough translations without key and network: English, Spanish; nothing is sent")
        // It is offered, and never chosen by itself.
        #expect(scene.store.load().translator.service == .gemini)
    }

    @Test func thePackageThatAPairNeedsIsNamedWithACommandToCopy() async {
        let scene = await local { $0.target = "fr" }
        #expect(
            scene.state.setup?.need
                == "To translate from English into French on this computer, install apertium-fr-es.")
        #expect(scene.state.setup?.command == "sudo apt install apertium-fr-es")
        scene.presenter.setUp()
        #expect(scene.view.copied == ["sudo apt install apertium-fr-es"])
        // Once it is installed, there is nothing left to do.
        scene.parts.translator.offer(
            pairs: TranslationPairs(ready: Self.pairs.ready.union([LanguagePair(source: "en", target: "fr")])))
        scene.presenter.appear()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup == nil })
    }

    @Test func anUninstalledPairIsToldInTheBannerToo() async {
        let scene = await local { $0.target = "fr" }
        await scene.ask("Hello")
        scene.fail(
            .translation(TranslationError(.notInstalled(.packages(["apertium-fr-es"])))), in: .translating)
        #expect(scene.state.banner?.text.contains("apertium-fr-es") == true)
        scene.press(.copyCommand)
        #expect(scene.view.copied == ["sudo apt install apertium-fr-es"])
    }

    @Test func aRoughTranslationIsLabelledWhereverItIsShown() async {
        let scene = await local { $0.target = "es" }
        #expect(scene.state.setup == nil)
        var exchange = await scene.ask("Hello")
        exchange.translation = Private("Hol")
        scene.advance(exchange)
        #expect(scene.state.target.caution == "Rough translation")
        exchange.translation = Private("Hola")
        exchange.service = .offline
        exchange.isWhole = true
        scene.advance(exchange)
        scene.enter(.idle)
        #expect(scene.state.target.caution == "Rough translation")
        #expect(scene.state.source.caution == "")
        #expect(scene.state.status == "Rough translation")
        // Another service's translation is not.
        exchange.service = .gemini
        scene.presenter.show(exchange)
        #expect(scene.state.target.caution == "")
    }

    // MARK: Another engine on this computer

    /// An engine with models of the catalogue needs nothing of the page: what it lacks are models instead of packages.
    @Test func anEngineWithModelsNeedsNoOtherPage() async {
        let scene = await local(
            TranslationPairs(
                ready: [], missing: [LanguagePair(source: "en", target: "de"): .models(["bergamot-en-de"])])
        ) { $0.target = "de" }
        #expect(scene.state.setup?.need.hasSuffix("download bergamot-en-de.") == true)
        #expect(scene.state.setup?.command == "")
        #expect(scene.state.target.languages.first { $0.id == "de" }?.note == "Download bergamot-en-de")
        scene.presenter.setUp()
        #expect(scene.view.openedPreferences == [.models])
        scene.parts.translator.offer(pairs: TranslationPairs(ready: [LanguagePair(source: "en", target: "de")]))
        scene.presenter.appear()
        await scene.view.nextChange(until: { [view = scene.view] in view.state.setup == nil })
        _ = await scene.translate("Good morning", as: "Guten Morgen")
        #expect(scene.state.target.text == "Guten Morgen")
    }
}
