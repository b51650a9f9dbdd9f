import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// What the translator page holds that closing the window would lose.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatorClosingTests {
    @Test func textThatIsKeptNowhereIsAskedAbout() async {
        let scene = TranslatorScene()
        #expect(scene.state.farewell == nil)
        scene.type(" \n")
        #expect(scene.state.farewell == nil)
        scene.type("Good morning")
        #expect(scene.state.farewell?.save != nil)
        _ = await scene.translate("Good morning", as: "Buenos días")
        #expect(scene.state.farewell != nil)
        scene.presenter.clear()
        #expect(scene.state.farewell == nil)
    }

    @Test func aTranslationInTheHistoryIsNotLost() async {
        let scene = TranslatorScene { $0.keepsTranslations = true }
        _ = await scene.translate("Good morning", as: "Buenos días")
        #expect(scene.state.farewell == nil)
        scene.type("Good morning, all")
        #expect(scene.state.farewell != nil)
    }

    @Test func aTranslationThatTheHistoryCouldNotStoreIsAskedAbout() async throws {
        let scene = TranslatorScene { $0.keepsTranslations = true }
        let exchange = await scene.translate("Good morning", as: "Buenos días")
        scene.report(.notice(.notKept(exchange.id, ArchiveError(.diskFull))))
        #expect(scene.state.farewell != nil)
        // Translated again, it is stored.
        var again = exchange
        again.translation = Private("Buen día")
        scene.advance(again)
        #expect(scene.state.farewell == nil)
    }

    @Test func aHistoryThatWasTurnedOnLaterDoesNotHaveTheTranslation() async {
        let scene = TranslatorScene()
        _ = await scene.translate("Good morning", as: "Buenos días")
        scene.presenter.adopt(scene.store.change { $0.translator.keepsTranslations = true })
        #expect(scene.state.farewell != nil)
    }

    @Test func bothTextsAreSavedInOneFile() async {
        let scene = TranslatorScene()
        _ = await scene.translate("Good morning", as: "Buenos días")
        #expect(await scene.presenter.saveTexts(to: "/somewhere/talk.txt"))
        #expect(scene.saver.saves.map(\.text) == ["Good morning\n\nBuenos días\n"])
        #expect(scene.state.farewell == nil)
        scene.type("More")
        #expect(scene.state.farewell != nil)
    }
}
