public import ParlandoCore
public import ParlandoServices
import Synchronization

/// Fake of the delivery at the caret, whose news a test sends with `tell`.
public final class FakeCaret: CaretDelivering {
    private struct State {
        var obstacle: CaretObstacle?
        var trial = CaretTrial.written
        var begun: [Bool] = []
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

    /// Reports news to the delegate.
    @MainActor public func tell(_ news: CaretNews) {
        delegate?.caret(self, didReport: news)
    }

    public func begin(breaksLines: Bool) {
        let obstacle = state.withLock { state in
            state.begun.append(breaksLines)
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
