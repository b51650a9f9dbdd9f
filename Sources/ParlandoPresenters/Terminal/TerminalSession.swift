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

    let target: Target
    var stage = Stage.starting

    var command: TerminalCommand {
        switch target {
        case .shell: .shell
        case .connection(let profile): .program(profile.command)
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
