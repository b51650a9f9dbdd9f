import Dispatch
import Logging
public import ParlandoCore

/// The microphones and loudspeakers ALSA knows, by the names people know them by. May be used from any thread.
public struct ALSADeviceDirectory: DeviceDirectory {
    /// Where the kernel shows a file for every sound device.
    private static let deviceFolder = "/dev/snd"

    private let reader = Reader()
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    /// The devices there are now, the system's default first; empty when there is nothing to listen to.
    public func microphones() async -> [AudioDevice] {
        await reader.devices(.capture)
    }

    /// The devices there are now, the system's default first; empty when there is nothing to play on.
    public func loudspeakers() async -> [AudioDevice] {
        await reader.devices(.playback)
    }

    /// Sends something whenever a device came or went. Costs nothing in between: the kernel tells.
    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard let watch = FolderWatch(Self.deviceFolder, onChange: { listener.yield() }) else {
            logger.warning("new microphones will not be noticed: the kernel gives no more watches")
            return stream
        }
        listener.onTermination = { _ in watch.cancel() }
        return stream
    }

    /// Listing may ask every card, which takes its time.
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
