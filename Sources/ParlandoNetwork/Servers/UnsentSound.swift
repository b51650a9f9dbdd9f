import ParlandoCore
import Synchronization

/// Audio of a session that the server has not acknowledged yet.
final class UnsentSound: Sendable {
    private struct State {
        var recording = SpeechRecording()
        /// Position of the recording's first sample in the session.
        var start = 0
    }

    private let state = Mutex(State())

    func append(_ samples: [Float]) {
        state.withLock { $0.recording.append(samples) }
    }

    /// Discards the audio before a position in the session, in samples.
    func drop(before position: Int) {
        state.withLock { state in
            let count = min(position - state.start, state.recording.count)
            // At least a second at a time, because removal moves all following samples.
            if count >= AudioBlock.sampleRate {
                state.recording.removeFirst(count)
                state.start += count
            }
        }
    }

    /// Returns the audio of a range of the session's samples. None of it may have been discarded.
    func recording(of range: Range<Int>) -> SpeechRecording {
        state.withLock { $0.recording.stretch(range.lowerBound - $0.start..<range.upperBound - $0.start) }
    }

    /// Returns all kept audio from a position in the session on, in samples.
    func recording(from position: Int) -> SpeechRecording {
        state.withLock { state in
            var result = state.recording
            result.removeFirst(position - state.start)
            return result
        }
    }
}
