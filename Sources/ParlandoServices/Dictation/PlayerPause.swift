public import ParlandoCore
import Synchronization

/// Pauses media players while the microphone of one dictation service is open, if the user wants that. Thread-safe.
public final class PlayerPause: DictationRecording {
    private let players: any MediaPlayers
    private let preferences: any PreferenceStore
    private let state = Mutex((isWanted: false, arePaused: false))

    public init(_ players: any MediaPlayers, _ preferences: any PreferenceStore) {
        self.players = players
        self.preferences = preferences
    }

    public func take(_ news: DictationNews) {
        state.withLock { state in
            if case .began(let options) = news {
                // Kept sound is not disturbed, and what a loudspeaker plays may be what is to be heard.
                let isDisturbed = options.resumed == nil && !AudioDevice.isPlayed(options.microphone)
                state.isWanted = isDisturbed && preferences.load().pausesPlayers
            } else if case .reported(.phase(let phase)) = news,
                state.arePaused != (state.isWanted && phase == .listening)
            {
                state.arePaused.toggle()
                players.set(arePaused: state.arePaused)
            }
        }
    }
}
