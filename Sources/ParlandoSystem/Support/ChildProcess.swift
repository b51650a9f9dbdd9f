import Foundation

/// Starts a child process that communicates through its standard input and output.
///
/// A child inherits the set of blocked signals from the calling thread, and threads of Swift's own pool block most
/// signals. Such a child could neither be ended by a signal nor end itself after a time limit. A child also inherits
/// which signals are ignored. Therefore no signal is blocked or ignored in a child, except for two that the C library
/// keeps for itself.
enum ChildProcess {
    /// Options for starting a child.
    struct Options {
        /// Whether the child leads a process group, so that its own children can be killed with it.
        var leadsGroup = false
        /// Whether the child's standard error is discarded.
        var isMute = false
        /// Environment variables of the child, or nil for those of this process.
        var environment: [String: String]?
        /// Descriptor that becomes the child's standard input in place of the socket, or nil.
        var input: Int32?
    }

    /// Starts a child. Returns its process ID, and one end of a socket whose other end is the child's standard input
    /// and output. No other process inherits the returned end, so the child notices the end of this process in any
    /// case.
    ///
    /// - Parameter arguments: name or path of the program, and its arguments.
    /// - Throws: `Failure` if the child could not be started.
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

    /// Error that is thrown if a child could not be started.
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
