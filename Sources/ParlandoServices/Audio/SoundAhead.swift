import ParlandoCore
import Synchronization

/// The sound of a microphone that stays open between sessions. While nobody uses it, half a second is kept in memory,
/// and from a press of push-to-talk on everything, for the session that begins with it. Thread-safe.
final class SoundAhead: Sendable {
    private enum Hold: Equatable {
        case none, pressed
        /// With the samples that have arrived since.
        case released(Int)
    }

    private struct State {
        var isOpen = false
        /// Whoever opens a lost microphone is to learn why it gives no sound.
        var isLost = false
        var hold = Hold.none
        var kept: [AudioBlock] = []
        var user: (lease: Int, sound: AsyncStream<CaptureEvent>.Continuation)?
        /// Whether nobody uses the sound, or it is only measured.
        var isFree = true
    }

    /// How long sound takes to get here at most, also in samples.
    static let transit = Duration.milliseconds(60)
    private static let transitSamples = AudioBlock.sampleRate * 60 / 1000
    /// In samples: before a press, and for a press whose session cannot begin yet.
    private static let ahead = AudioBlock.sampleRate / 2
    private static let longest = 60 * AudioBlock.sampleRate
    /// Samples for which a press that is over waits for its session.
    private static let patience = 10 * AudioBlock.sampleRate

    private let state = Mutex(State())

    func open() {
        state.withLock { ($0.isOpen, $0.hold) = (true, .none) }
    }

    /// Push-to-talk was pressed.
    func hold() {
        state.withLock { $0.hold = .pressed }
    }

    /// Push-to-talk was released. Its session may still begin.
    func release() {
        state.withLock { state in
            if state.hold == .pressed {
                state.hold = state.isFree ? .released(0) : .none
            }
        }
    }

    /// Nil if the microphone gives no sound. The sound of an earlier user ends.
    ///
    /// - Parameter givesKept: whether the user may have been meant by the press.
    func lend(to lease: Int, givesKept: Bool = true, isCheck: Bool = false) -> AsyncStream<CaptureEvent>? {
        let (events, sound) = AsyncStream.makeStream(of: CaptureEvent.self)
        return state.withLock { state in
            guard state.isOpen, !state.isLost else {
                return nil
            }
            if givesKept, !isCheck, state.hold != .none {
                state.kept.forEach { sound.yield(.block($0)) }
            }
            if !isCheck {
                (state.hold, state.kept) = (.none, [])
            }
            state.user?.sound.finish()
            (state.user, state.isFree) = ((lease, sound), isCheck)
            return events
        }
    }

    func takeBack(from lease: Int) {
        state.withLock { state in
            if state.user?.lease == lease {
                state.user?.sound.finish()
                (state.user, state.isFree) = (nil, true)
            }
        }
    }

    func take(_ event: CaptureEvent) {
        state.withLock { state in
            state.user?.sound.yield(event)
            switch event {
            case .block(let block):
                if state.isFree {
                    Self.keep(block, &state)
                }
            case .lost: (state.isLost, state.kept) = (true, [])
            case .restored: state.isLost = false
            }
        }
    }

    /// The microphone is being closed, or has ended by itself. Returns whether it was open.
    @discardableResult func close() -> Bool {
        state.withLock { state in
            state.user?.sound.finish()
            defer { state = State() }
            return state.isOpen
        }
    }

    private static func keep(_ block: AudioBlock, _ state: inout State) {
        guard case .released(let count) = state.hold else {
            state.kept.append(block)
            let most = state.hold == .pressed ? longest : ahead
            while state.kept.reduce(0, { $0 + $1.samples.count }) > most {
                state.kept.removeFirst()
            }
            return
        }
        if count < transitSamples {
            state.kept.append(block)
        }
        state.hold = .released(count + block.samples.count)
        if count > patience {
            (state.hold, state.kept) = (.none, [])
        }
    }
}
