import Dispatch
import Logging
public import ParlandoCore

/// Lists ALSA's microphones and loudspeakers with their display names. Thread-safe.
public struct ALSADeviceDirectory: DeviceDirectory {
    /// Folder in which the kernel shows a file for each sound device.
    private static let deviceFolder = "/dev/snd"

    private let reader = Reader()
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    /// Returns the connected microphones, the system's default first; empty if there are none.
    public func microphones() async -> [AudioDevice] {
        await reader.devices(.capture)
    }

    /// Returns the connected loudspeakers, the system's default first; empty if there are none.
    public func loudspeakers() async -> [AudioDevice] {
        await reader.devices(.playback)
    }

    /// Returns a stream that yields an element whenever a device is connected or disconnected. It uses inotify, so that
    /// waiting takes no processor time.
    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard let watch = FolderWatch(Self.deviceFolder, onChange: { listener.yield() }) else {
            logger.warning("new microphones will not be noticed: the kernel gives no more watches")
            return stream
        }
        listener.onTermination = { _ in watch.cancel() }
        return stream
    }

    /// Lists devices on its own thread, because listing may query every card and take a while.
    private actor Reader {
        nonisolated let executor = BlockingExecutor(label: "parlando.devices")

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func devices(_ direction: PCM.Direction) -> [AudioDevice] {
            DeviceListing.devices(PCM.hints(direction))
        }
    }
}
