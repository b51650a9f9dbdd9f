/// The exit status of the program in the terminal.
public enum TerminalExit: Sendable, Equatable {
    case code(Int)
    case signal(Int)

    /// Decodes the status from `waitpid` (Linux layout).
    public init(waitStatus: Int32) {
        let signal = Int(waitStatus & 0x7f)
        self = signal == 0 ? .code(Int(waitStatus >> 8) & 0xff) : .signal(signal)
    }

    /// Exit status of `ssh` if it failed itself, as opposed to the command that it ran.
    public static let sshFailed = TerminalExit.code(255)
}
