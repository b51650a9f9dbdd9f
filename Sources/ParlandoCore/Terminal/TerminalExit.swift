/// The exit code of a program in the terminal, or the signal that ended the program.
public enum TerminalExit: Sendable, Equatable {
    case code(Int)
    case signal(Int)

    /// Decodes the status that `waitpid` reports on Linux.
    public init(waitStatus: Int32) {
        let signal = Int(waitStatus & 0x7f)
        self = signal == 0 ? .code(Int(waitStatus >> 8) & 0xff) : .signal(signal)
    }

    /// Exit code of `ssh` if ssh itself failed, and not the command that it ran.
    public static let sshFailed = TerminalExit.code(255)
}
