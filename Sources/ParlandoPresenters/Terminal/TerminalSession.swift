import ParlandoCore

/// A shell or an ssh connection in a tab of the terminal page, from its start to its end.
struct TerminalSession: Equatable {
    enum Target: Equatable {
        case shell
        case connection(ConnectionProfile)
    }

    enum Stage: Equatable {
        case starting
        /// ssh is running but has not logged in yet.
        case connecting
        /// Input reaches the shell, on this computer or on the remote machine.
        case connected
        case ended(TerminalExit)
        /// ssh itself failed: the login was refused, or the connection broke after a successful login (`wasConnected`).
        case failed(SSHComplaint, wasConnected: Bool)
        case notStarted
    }

    /// Serial number of the session. It tells apart two sessions with the same target.
    let number: Int
    let target: Target
    /// The shell to run on this computer.
    let shell: String
    /// A different shell that the user can start if `shell` cannot be run; nil if there is none.
    let otherShell: String?
    var stage = Stage.starting
    /// Whether the user has typed, or dictated text was sent, into this session.
    var wasUsed = false

    /// The program to run, with its arguments.
    var command: [String] {
        switch target {
        case .shell: [shell]
        case .connection(let profile): profile.command
        }
    }

    /// Identifier of the engine that recognises speech dictated into the connection; empty for the engine that is
    /// chosen in the preferences.
    var engine: String {
        switch target {
        case .shell: ""
        case .connection(let profile): profile.engine
        }
    }

    var isConnected: Bool {
        stage == .connected
    }

    /// Whether a program may still be running.
    var isOpen: Bool {
        switch stage {
        case .starting, .connecting, .connected: true
        case .ended, .failed, .notStarted: false
        }
    }

    mutating func didStart() {
        stage = target == .shell ? .connected : .connecting
    }

    mutating func didConnect() {
        if stage == .connecting {
            stage = .connected
        }
    }

    mutating func didEnd(_ exit: TerminalExit, said: String) {
        if target != .shell, exit == .sshFailed {
            stage = .failed(SSHComplaint(saying: said), wasConnected: isConnected)
        } else {
            stage = .ended(exit)
        }
    }
}
