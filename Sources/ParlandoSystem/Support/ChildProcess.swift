import Foundation

/// Starts a child process that talks through its standard input and output.
///
/// A child inherits the signals that the calling thread blocks, and the threads of Swift's own pool block most of them: a
/// child could then neither be ended by a signal nor end itself after a time limit. It inherits the signals that are
/// ignored, too. So none is blocked in a child, and none ignored, except for two of the C library's own.
enum ChildProcess {
    /// What a child has of its own.
    struct Options {
        /// Whether the child leads a process group, so that its own children can be killed with it.
        var leadsGroup = false
        /// Whether standard error goes nowhere.
        var isMute = false
        /// Environment variables; nil: those of this process.
        var environment: [String: String]?
    }

    /// Starts a child. Returns its identifier and this end of the socket that is its standard input and output; no other
    /// process inherits that end, so that the child notices when this process ends, however it ends.
    ///
    /// - Parameter arguments: name or path of the program, and its arguments.
    /// - Throws: `Failure` if it could not be started.
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

    /// A child could not be started.
    struct Failure: Error {
        /// `errno`.
        var code: Int32
    }

    private static func spawn(_ arguments: [String], _ options: Options, io: Int32, _ child: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, io, 0)
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
