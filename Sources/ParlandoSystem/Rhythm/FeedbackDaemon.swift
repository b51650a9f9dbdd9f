import CGioShim
public import ParlandoCore

/// feedbackd, the daemon that shakes telephones and tablets (org.sigxcpu.Feedback on the session bus).
///
/// Where it is not installed nothing happens, and nothing is said: most computers cannot be felt. Has a thread of its
/// own, because the first call connects to the bus.
public actor FeedbackDaemon: StrokeHaptics {
    private let executor = BlockingExecutor(label: "parlando.haptics")
    private let application: String

    /// The thread that may wait for D-Bus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter application: its id, by which the user's choices for it are found.
    public init(application: String) {
        self.application = application
    }

    /// The events are those of feedbackd's naming specification that every theme has.
    public func feel(_ grade: Grade) {
        switch grade {
        case .perfect, .good: parlando_feedback_trigger(application, "button-pressed")
        case .inaccurate, .stray: parlando_feedback_trigger(application, "bell-terminal")
        case .missed: break
        }
    }
}
