public import ParlandoCore
public import ParlandoServices

/// Fake model service that only records commands. A test reports events with `tell`.
public actor FakeModelKeeping: ModelKeeping {
    /// Command that the service received.
    public enum Command: Sendable, Equatable {
        case choose(String)
        case download(String, allowMetered: Bool)
        case cancelDownload(String)
        case importModel(String, from: String)
        case remove(String)
        case restore(String)
        case forgetRemoved(String)
        case wake
    }

    @MainActor private var delegates = ModelServiceDelegates()
    /// The received commands, each as soon as it arrives. For a single reader.
    public nonisolated var commands: AsyncStream<Command> { log.commands }
    private nonisolated let log = CommandLog<Command>()

    public init() {}

    @MainActor public func add(_ delegate: any ModelServiceDelegate) {
        delegates.add(delegate, of: self)
    }

    /// Reports the state of all models to the delegates.
    @MainActor public func tell(_ entries: [ModelEntry]) {
        for delegate in delegates.keep(entries) {
            delegate.modelService(self, didChange: entries)
        }
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

    public func remove(_ name: String) throws(ModelError) {
        log.yield(.remove(name))
    }

    public func restore(_ name: String) throws(ModelError) {
        log.yield(.restore(name))
    }

    public func forgetRemoved(_ name: String) throws(ModelError) {
        log.yield(.forgetRemoved(name))
    }

    public func wake() {
        log.yield(.wake)
    }
}
