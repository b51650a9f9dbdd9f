import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Synchronization
import Testing

/// When media players pause and go on.
@Suite struct PlayerPauseTests {
    private final class SpyPlayers: MediaPlayers {
        private let log = Mutex<[Bool]>([])

        var calls: [Bool] { log.withLock { $0 } }

        func set(arePaused: Bool) {
            log.withLock { $0.append(arePaused) }
        }
    }

    private let players = SpyPlayers()
    private let store = FakePreferenceStore()
    private let pause: PlayerPause

    init() {
        pause = PlayerPause(players, store)
        store.change { $0.pausesPlayers = true }
    }

    private func run(_ options: DictationOptions = DictationOptions(), _ phases: DictationPhase...) {
        pause.take(.began(options))
        phases.forEach { pause.take(.reported(.phase($0))) }
    }

    @Test func playersPauseWhileTheMicrophoneIsOpen() {
        run(DictationOptions(), .opening, .listening)
        #expect(players.calls == [true])
        run(DictationOptions(), .opening, .listening, .paused, .opening, .listening, .finishing, .idle)
        #expect(players.calls == [true, false, true, false, true, false])
    }

    @Test func aMicrophoneThatCannotBeOpenedPausesNothing() {
        run(DictationOptions(), .opening, .finishing, .idle)
        #expect(players.calls.isEmpty)
    }

    @Test func withoutThePreferencePlayersPlayOn() {
        store.change { $0.pausesPlayers = false }
        run(DictationOptions(), .opening, .listening, .finishing, .idle)
        #expect(players.calls.isEmpty)
        #expect(!Preferences().pausesPlayers)
    }

    @Test(arguments: ["pulse:DEVICE=out.monitor", "pulse:\"two words.monitor\"", AudioDevice.computer.id])
    func whatALoudspeakerPlaysGoesOn(microphone: String) {
        run(DictationOptions(microphone: microphone), .opening, .listening, .idle)
        #expect(players.calls.isEmpty)
    }

    @Test func keptSoundIsNotDisturbed() {
        var options = DictationOptions()
        options.resumed = ResumedSession(transcript: Transcript(), speech: UnsentSpeech())
        run(options, .opening, .listening, .idle)
        #expect(players.calls.isEmpty)
    }
}
