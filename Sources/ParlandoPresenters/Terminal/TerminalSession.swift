import ParlandoCore

/// What runs in the terminal and how far it is.
struct TerminalSession: Equatable {
    enum Target: Equatable {
        case shell
        case connection(ConnectionProfile)
    }

    enum Stage: Equatable {
        case starting
        /// ssh runs, and has not been let in yet.
        case connecting
        /// What is typed, or dictated, arrives.
        case connected
        case ended(TerminalExit)
        /// ssh failed by itself: it was not let in, or the connection broke.
        case failed(SSHComplaint, wasConnected: Bool)
        case notStarted
    }

    /// Counts the sessions: another number is another session, even with the same target.
    let number: Int
    let target: Target
    /// The shell that runs on this computer.
    let shell: String
    /// A shell that can take its place, nil if there is none.
    let otherShell: String?
    var stage = Stage.starting
    /// Whether anything was typed into it or sent to it.
    var wasUsed = false

    /// The program that runs, with its arguments.
    var command: [String] {
        switch target {
        case .shell: [shell]
        case .connection(let profile): profile.command
        }
    }

    /// Who recognises, as the connection chooses; empty: as in general.
    var engine: String {
        switch target {
        case .shell: ""
        case .connection(let profile): profile.engine
        }
    }

    var isConnected: Bool {
        stage == .connected
    }

    /// Whether something may still be running.
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
