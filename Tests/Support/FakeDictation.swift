public import ParlandoCore
public import ParlandoServices

/// Fake dictation service that only records commands. A test reports events by calling the delegate.
public actor FakeDictation: Dictating {
    /// Command that the service received.
    public enum Command: Sendable, Equatable {
        case start(DictationOptions)
        case stop
        case abort
        case pause
        case resume
        case change(AudioDevice.ID?)

        /// The options with which to start; nil for all other commands.
        public var started: DictationOptions? {
            if case .start(let options) = self { options } else { nil }
        }
    }

    @MainActor public weak var delegate: (any DictationServiceDelegate)?
    /// The received commands, each as soon as it arrives. For a single reader.
    public nonisolated var commands: AsyncStream<Command> { log.commands }
    private nonisolated let log = CommandLog<Command>()

    public init() {}

    public func start(_ options: DictationOptions) {
        log.yield(.start(options))
    }

    public func stop() {
        log.yield(.stop)
    }

    public func abort() {
        log.yield(.abort)
    }

    public func pause() {
        log.yield(.pause)
    }

    public func resume() {
        log.yield(.resume)
    }

    public func change(microphone: AudioDevice.ID?) {
        log.yield(.change(microphone))
    }
}
