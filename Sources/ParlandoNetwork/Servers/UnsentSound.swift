import ParlandoCore
import Synchronization

/// The sound of a session that no server has acknowledged yet.
final class UnsentSound: Sendable {
    private struct State {
        var recording = SpeechRecording()
        /// Samples of the session before the recording's first one.
        var start = 0
    }

    private let state = Mutex(State())

    func append(_ samples: [Float]) {
        state.withLock { $0.recording.append(samples) }
    }

    /// What lies before a position of the session needs not be kept any longer.
    func drop(before position: Int) {
        state.withLock { state in
            let count = min(position - state.start, state.recording.count)
            // A second at a time: what follows is moved up each time.
            if count >= AudioBlock.sampleRate {
                state.recording.removeFirst(count)
                state.start += count
            }
        }
    }

    /// A stretch of the session that is kept.
    func recording(of range: Range<Int>) -> SpeechRecording {
        state.withLock { $0.recording.stretch(range.lowerBound - $0.start..<range.upperBound - $0.start) }
    }

    /// Everything from a position of the session on, as far as it is kept.
    func recording(from position: Int) -> SpeechRecording {
        state.withLock { state in
            var result = state.recording
            result.removeFirst(position - state.start)
            return result
        }
    }
}
