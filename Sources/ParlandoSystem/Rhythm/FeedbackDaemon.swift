import CGioShim
public import ParlandoCore

/// Client of feedbackd, the daemon that controls vibration on telephones and tablets (org.sigxcpu.Feedback on the
/// session bus).
///
/// If feedbackd is not installed, calls silently do nothing, because most computers cannot vibrate. The actor runs on
/// its own thread, because the first call connects to the bus.
public actor FeedbackDaemon: StrokeHaptics {
    private let executor = BlockingExecutor(label: "parlando.haptics")
    private let application: String

    /// Executor that runs the actor on a thread of its own, which may wait for D-Bus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter application: application ID, under which feedbackd finds the user's settings.
    public init(application: String) {
        self.application = application
    }

    /// Triggers a vibration. The event names are from feedbackd's event naming specification and exist in every theme.
    public func feel(_ grade: Grade) {
        switch grade {
        case .perfect, .good: parlando_feedback_trigger(application, "button-pressed")
        case .inaccurate, .stray: parlando_feedback_trigger(application, "bell-terminal")
        case .missed: break
        }
    }
}
