import Foundation

/// Starts a child that communicates through its standard input and output.
///
/// A child inherits blocked and ignored signals, and threads of Swift's own pool block most. It could then neither be
/// ended by a signal nor end itself after a time limit. So no signal is blocked or ignored in a child, except for two
/// that the C library keeps for itself.
enum ChildProcess {
    struct Options {
        var leadsGroup = false
        var isMute = false
        var environment: [String: String]?
        /// In place of the socket.
        var input: Int32?
    }

    /// Returns the process ID, and one end of a socket whose other end is the child's standard input and output. No
    /// other process inherits the returned end, so the child notices the end of this process in any case.
    ///
    /// - Parameter arguments: name or path of the program, and its arguments.
    static func start(_ arguments: [String], _ options: Options = Options()) throws(Failure) -> (pid_t, socket: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(code: errno)
        }
        defer { close(ends[1]) }
        var child = pid_t()
        let code = spawn(arguments, options, io: ends[1], &child)
        guard code == 0 else {
            close(ends[0])
            throw Failure(code: code)
        }
        return (child, ends[0])
    }

    struct Failure: Error {
        /// Value of `errno`.
        var code: Int32
    }

    private static func spawn(_ arguments: [String], _ options: Options, io: Int32, _ child: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, options.input ?? io, 0)
        posix_spawn_file_actions_adddup2(&actions, io, 1)
        if options.isMute {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var set = sigset_t()
        sigemptyset(&set)
        posix_spawnattr_setsigmask(&attributes, &set)
        sigfillset(&set)
        posix_spawnattr_setsigdefault(&attributes, &set)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (options.leadsGroup ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: Int(flags)))
        let variables = options.environment ?? ProcessInfo.processInfo.environment
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        return posix_spawnp(&child, arguments.first ?? "", &actions, &attributes, argv, envp)
    }
}
