public import ParlandoServices

/// Records what it is asked to do, and does none of it. A test plays the service by calling the delegate.
public actor FakeModelKeeping: ModelKeeping {
    /// What was asked of the service.
    public enum Command: Sendable, Equatable {
        case choose(String)
        case download(String, allowMetered: Bool)
        case cancelDownload(String)
        case importModel(String, from: String)
        case remove(String)
        case wake
    }

    @MainActor public weak var delegate: (any ModelServiceDelegate)?
    /// Every command as it comes, to be waited for. For one reader.
    public nonisolated let commands: AsyncStream<Command>
    private let log: AsyncStream<Command>.Continuation

    public init() {
        (commands, log) = AsyncStream.makeStream(of: Command.self)
    }

    deinit {
        log.finish()
    }

    public func choose(_ name: String) {
        log.yield(.choose(name))
    }

    public func download(_ name: String, allowMetered: Bool) {
        log.yield(.download(name, allowMetered: allowMetered))
    }

    public func cancelDownload(_ name: String) {
        log.yield(.cancelDownload(name))
    }

    public func importModel(_ name: String, from path: String) {
        log.yield(.importModel(name, from: path))
    }

    public func remove(_ name: String) {
        log.yield(.remove(name))
    }

    public func wake() {
        log.yield(.wake)
    }
}
