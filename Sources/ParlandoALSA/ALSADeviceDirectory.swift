import Dispatch
import Logging
public import ParlandoCore

/// Lists the microphones and loudspeakers of ALSA and of the sound server. Thread-safe.
public struct ALSADeviceDirectory: DeviceDirectory {
    private static let deviceFolder = "/dev/snd"

    private let reader = Reader()
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    /// The system's default first; empty if there are none.
    public func microphones() async -> [AudioDevice] {
        await reader.devices(.capture)
    }

    /// The system's default first; empty if there are none.
    public func loudspeakers() async -> [AudioDevice] {
        await reader.devices(.playback)
    }

    /// The microphone of the sound server to which the system's default leads.
    public func defaultMicrophone() async -> AudioDevice? {
        await reader.defaultMicrophone()
    }

    /// Yields an element whenever a device comes or goes, or another one is the default. Waiting takes no processor
    /// time.
    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let server = ServerWatch { _ in listener.yield() }
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

    /// Has its own thread, because listing may query every card.
    private actor Reader {
        nonisolated let executor = BlockingExecutor(label: "parlando.devices")

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func devices(_ direction: PCM.Direction) -> [AudioDevice] {
            DeviceListing.devices(PCM.hints(direction), served: SoundServer()?.devices(direction) ?? [])
        }

        func defaultMicrophone() -> AudioDevice? {
            guard let server = SoundServer(), let name = server.defaults()?.source else {
                return nil
            }
            return DeviceListing.defaultDevice(name, PCM.hints(.capture), served: server.devices(.capture))
        }
    }
}

/// Selects the devices to show from ALSA's list, which has many names for the same device.
enum DeviceListing {
    /// Plugins that ALSA lists as devices although they only convert sound or have no output.
    private static let plugins: Set<String> = [
        "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "oss", "jack", "a52", "usbstream",
    ]
    /// Opens the devices of a sound server by their names: PulseAudio's or PipeWire's.
    private static let serverPlugin = "pulse"
    /// ALSA names and display names. The default device leads to a server whose display name is in its description.
    private static let servers = ["pipewire": "PipeWire", "pulse": "PulseAudio"]

    /// The default device, what the computer plays, what the server has, one entry for each device of each card, those
    /// of the user's configuration, and the sound server unless the default leads to it. Empty if there is no device.
    static func devices(_ hints: [PCM.Hint], served: [ServerDevice] = []) -> [AudioDevice] {
        let plain = hints.filter { !$0.name.contains(":") && !plugins.contains($0.name) }
        let standard = plain.first { $0.name == AudioDevice.systemDefault.id }
        let own = plain.filter { !servers.keys.contains($0.name) && $0.name != AudioDevice.systemDefault.id }
        let ofServer = devices(served, hints)
        let played = ofServer.isEmpty || !served.contains(where: \.isMonitor) ? [] : [AudioDevice.computer]
        let found = played + ofServer + cardDevices(hints) + own.map(device)
        guard standard != nil || !found.isEmpty else {
            // The plugin of a sound server is listed wherever it is installed; alone it is no device.
            return []
        }
        let server = plain.filter { servers.keys.contains($0.name) && !leadsToServer(standard) }.prefix(1)
        return [.systemDefault] + found + server.map(device)
    }

    /// Nil if the default device does not lead to the sound server.
    ///
    /// - Parameter name: the server's name of its default microphone.
    static func defaultDevice(_ name: String, _ hints: [PCM.Hint], served: [ServerDevice]) -> AudioDevice? {
        let standard = hints.first { $0.name == AudioDevice.systemDefault.id }
        return leadsToServer(standard) ? devices(served.filter { $0.name == name }, hints).first : nil
    }

    private static func leadsToServer(_ standard: PCM.Hint?) -> Bool {
        servers.values.contains { standard?.description.contains($0) ?? false }
    }

    /// Microphones, then what loudspeakers play, by the names of the plugin that opens them. Empty if it is not
    /// installed.
    private static func devices(_ served: [ServerDevice], _ hints: [PCM.Hint]) -> [AudioDevice] {
        guard hints.contains(where: { $0.name == serverPlugin }) else {
            return []
        }
        return (served.filter { !$0.isMonitor } + served.filter(\.isMonitor)).compactMap { device in
            opening(device.name).map { AudioDevice(id: $0, name: device.description) }
        }
    }

    /// Name of the device that hears what the default sink plays. Throws `noDevice`.
    ///
    /// - Parameter defaults: nil without a sound server.
    static func monitor(_ defaults: ServerDefaults?) throws(AudioError) -> AudioDevice.ID {
        guard let sink = defaults?.sink, let id = opening(sink + ".monitor") else {
            throw AudioError(.noDevice, detail: "no sound server, or it has no loudspeaker")
        }
        return id
    }

    /// The name with which ALSA opens a device of the server; nil if it cannot.
    static func opening(_ name: String) -> AudioDevice.ID? {
        argument(name).map { "\(serverPlugin):\($0)" }
    }

    /// A text as the argument of a device name; nil if that is impossible.
    private static func argument(_ text: String) -> String? {
        if text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-:".contains($0)) }) {
            return text
        }
        return text.contains(where: { $0 == "\"" || $0 == "\\" }) ? nil : "\"\(text)\""
    }

    /// One entry for each device of a card: the name with automatic conversion, or `sysdefault`.
    private static func cardDevices(_ hints: [PCM.Hint]) -> [AudioDevice] {
        let converting = hints.filter { $0.name.hasPrefix("plughw:") }
        let cards = Set(converting.map { card(of: $0.name) })
        let others = hints.filter { $0.name.hasPrefix("sysdefault:") && !cards.contains(card(of: $0.name)) }
        return (converting + others).map(device)
    }

    /// The card in a name such as `plughw:CARD=USB,DEV=0`.
    private static func card(of name: String) -> Substring {
        let arguments = name.drop { $0 != ":" }.dropFirst()
        return arguments.prefix { $0 != "," }
    }

    /// The first line of the description names the device; the second describes the plugin.
    private static func device(_ hint: PCM.Hint) -> AudioDevice {
        let line = hint.description.prefix { $0 != "\n" }
        return AudioDevice(id: hint.name, name: line.isEmpty ? hint.name : String(line))
    }
}
