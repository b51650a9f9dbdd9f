import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// A press of the voice button before the list of models has arrived.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalPendingStartTests: TerminalScene {
    let stage = TerminalStage()

    @Test func dictationBeginsOnceTheModelsAreListed() async throws {
        openShell()
        presenter.pressVoice()
        #expect(view.state.voice == .wait)
        #expect(view.toasts.isEmpty)
        model(.ready)
        let options = try #require(await dictation.options())
        #expect(options.recognition.engine == .local)
    }
}
