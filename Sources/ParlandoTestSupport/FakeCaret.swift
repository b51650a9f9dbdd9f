public import ParlandoCore
public import ParlandoServices
import Synchronization

/// Fake of the delivery at the caret, whose news a test sends with `tell`.
public final class FakeCaret: CaretDelivering {
    private struct State {
        var obstacle: CaretObstacle?
        var trial = CaretTrial.written
        var begun: [Bool] = []
        var session = 0
        var choices = 0
        var tried: [String] = []
    }

    @MainActor public weak var delegate: (any CaretDelegate)?
    private let state: Mutex<State>

    /// - Parameter obstacle: why text cannot be written; nil if it can.
    public init(_ obstacle: CaretObstacle? = .notInstalled, trial: CaretTrial = .written) {
        state = Mutex(State(obstacle: obstacle, trial: trial))
    }

    /// Whether line breaks were wanted, for each delivery that was begun.
    public var begun: [Bool] { state.withLock { $0.begun } }
    /// Number of times that another field was asked for.
    public var choices: Int { state.withLock { $0.choices } }
    /// Texts that were tried out.
    public var tried: [String] { state.withLock { $0.tried } }

    /// Number of the last session that was begun.
    public var session: Int { state.withLock { $0.session } }

    /// Reports news to the delegate.
    ///
    /// - Parameter session: number of the session; nil: that of the last one.
    @MainActor public func tell(_ news: CaretNews, of session: Int? = nil) {
        delegate?.caret(self, didReport: news, of: session ?? self.session)
    }

    public func begin(_ session: Int, breaksLines: Bool) {
        let obstacle = state.withLock { state in
            state.begun.append(breaksLines)
            state.session = session
            return state.obstacle
        }
        if let obstacle {
            MainActor.assumeIsolated { tell(.state(.failed(obstacle))) }
        }
    }

    public func chooseAnother() {
        state.withLock { $0.choices += 1 }
    }

    public func setOwnWindow(isActive: Bool) {}

    public func obstacle() async -> CaretObstacle? {
        state.withLock { $0.obstacle }
    }

    public func tryOut(_ text: String) async -> CaretTrial {
        state.withLock { state in
            state.tried.append(text)
            return state.trial
        }
    }
}
