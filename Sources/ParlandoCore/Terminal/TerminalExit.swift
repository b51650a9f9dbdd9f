/// How what ran in the terminal ended.
public enum TerminalExit: Sendable, Equatable {
    case code(Int)
    case signal(Int)

    /// Reads the status that `waitpid` gives (its layout is that of Linux).
    public init(waitStatus: Int32) {
        let signal = Int(waitStatus & 0x7f)
        self = signal == 0 ? .code(Int(waitStatus >> 8) & 0xff) : .signal(signal)
    }

    /// The code with which `ssh` says that it failed itself, and not what it ran.
    public static let sshFailed = TerminalExit.code(255)
}
