import CGioShim
public import ParlandoCore

/// Client of feedbackd, which controls vibration on telephones (org.sigxcpu.Feedback on the session bus). Without
/// feedbackd, calls do nothing.
public actor FeedbackDaemon: StrokeHaptics {
    private let executor = BlockingExecutor(label: "parlando.haptics")
    private let application: String

    /// A thread of its own, because the first call connects to the bus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter application: ID under which feedbackd finds the user's settings.
    public init(application: String) {
        self.application = application
    }

    /// The names are from feedbackd's event naming specification and exist in every theme.
    public func feel(_ grade: Grade) {
        switch grade {
        case .perfect, .good: parlando_feedback_trigger(application, "button-pressed")
        case .inaccurate, .stray: parlando_feedback_trigger(application, "bell-terminal")
        case .missed: break
        }
    }
}
