import Dispatch
import Logging
public import ParlandoCore

/// Lists the microphones and loudspeakers of ALSA and of the sound server with their display names. Thread-safe.
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

    /// Returns the microphone of the sound server to which the system's default leads.
    public func defaultMicrophone() async -> AudioDevice? {
        await reader.defaultMicrophone()
    }

    /// Returns a stream that yields an element whenever a device is connected or disconnected, or the sound server has
    /// another default. Waiting takes no processor time.
    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let server = ServerWatch { listener.yield() }
        let watch = FolderWatch(Self.deviceFolder) { listener.yield() }
        if watch == nil {
            logger.warning("new sound cards will not be noticed: the kernel gives no more watches")
        }
        listener.onTermination = { _ in
            server.cancel()
            watch?.cancel()
        }
        return stream
    }

    /// Lists devices on its own thread, because listing may query every card and take a while.
    private actor Reader {
        nonisolated let executor = BlockingExecutor(label: "parlando.devices")

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func devices(_ direction: PCM.Direction) -> [AudioDevice] {
            DeviceListing.devices(PCM.hints(direction), served: SoundServer()?.devices(direction) ?? [])
        }

        func defaultMicrophone() -> AudioDevice? {
            guard let server = SoundServer(), let name = server.defaultSource() else {
                return nil
            }
            return DeviceListing.defaultDevice(name, PCM.hints(.capture), served: server.devices(.capture))
        }
    }
}
