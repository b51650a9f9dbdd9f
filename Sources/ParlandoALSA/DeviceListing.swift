import ParlandoCore

/// Selects the devices to show from ALSA's list, which has many names for the same device. Free of side effects.
enum DeviceListing {
    /// Plugins that ALSA lists as devices although they only convert sound or have no output.
    private static let plugins: Set<String> = [
        "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "oss", "jack", "a52", "usbstream",
    ]
    /// ALSA name of the plugin that opens the devices of a sound server by their names: PulseAudio's or PipeWire's.
    private static let serverPlugin = "pulse"
    /// ALSA names of sound servers, each with its display name. The default device leads to a server if the device's
    /// description contains the display name.
    private static let servers = ["pipewire": "PipeWire", "pulse": "PulseAudio"]

    /// Returns the devices to show.
    ///
    /// - Parameters:
    ///   - hints: names for capture or playback, as listed by ALSA.
    ///   - served: what the sound server has; empty if there is none.
    /// - Returns: the default device, what the server has, one entry for each device of each card, the entries of the
    ///   user's own configuration, and the sound server unless the default device leads to it. Empty if there is no
    ///   device at all.
    static func devices(_ hints: [PCM.Hint], served: [ServerDevice] = []) -> [AudioDevice] {
        let plain = hints.filter { !$0.name.contains(":") && !plugins.contains($0.name) }
        let standard = plain.first { $0.name == AudioDevice.systemDefault.id }
        let own = plain.filter { !servers.keys.contains($0.name) && $0.name != AudioDevice.systemDefault.id }
        let found = devices(served, hints) + cardDevices(hints) + own.map(device)
        guard standard != nil || !found.isEmpty else {
            // The plugin of a sound server is listed wherever it is installed, so that on its own it does not imply a
            // device.
            return []
        }
        return [.systemDefault] + found + server(plain, besides: standard).map(device)
    }

    /// Returns the microphone to which the default device leads; nil if it does not lead to the sound server.
    ///
    /// - Parameter name: the server's name of its default microphone.
    static func defaultDevice(_ name: String, _ hints: [PCM.Hint], served: [ServerDevice]) -> AudioDevice? {
        let standard = hints.first { $0.name == AudioDevice.systemDefault.id }
        return leadsToServer(standard) ? devices(served.filter { $0.name == name }, hints).first : nil
    }

    private static func server(_ plain: [PCM.Hint], besides standard: PCM.Hint?) -> [PCM.Hint] {
        leadsToServer(standard) ? [] : Array(plain.filter { servers.keys.contains($0.name) }.prefix(1))
    }

    private static func leadsToServer(_ standard: PCM.Hint?) -> Bool {
        servers.values.contains { standard?.description.contains($0) ?? false }
    }

    /// Returns what the sound server has, by the names of the plugin that opens it: microphones, and then what
    /// loudspeakers play. Empty if the plugin is not installed.
    private static func devices(_ served: [ServerDevice], _ hints: [PCM.Hint]) -> [AudioDevice] {
        guard hints.contains(where: { $0.name == serverPlugin }) else {
            return []
        }
        return (served.filter { !$0.isMonitor } + served.filter(\.isMonitor)).compactMap { device in
            argument(device.name).map { AudioDevice(id: "\(serverPlugin):\($0)", name: device.description) }
        }
    }

    /// Returns a text as the argument of a device name; nil if that is impossible.
    private static func argument(_ text: String) -> String? {
        if text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-:".contains($0)) }) {
            return text
        }
        return text.contains(where: { $0 == "\"" || $0 == "\\" }) ? nil : "\"\(text)\""
    }

    /// Returns one entry for each device of a card: the name with automatic conversion (`plughw`), or `sysdefault` if
    /// the card has no such name.
    private static func cardDevices(_ hints: [PCM.Hint]) -> [AudioDevice] {
        let converting = hints.filter { $0.name.hasPrefix("plughw:") }
        let cards = Set(converting.map { card(of: $0.name) })
        let others = hints.filter { $0.name.hasPrefix("sysdefault:") && !cards.contains(card(of: $0.name)) }
        return (converting + others).map(device)
    }

    /// Returns the card in a name such as `plughw:CARD=USB,DEV=0`.
    private static func card(of name: String) -> Substring {
        let arguments = name.drop { $0 != ":" }.dropFirst()
        return arguments.prefix { $0 != "," }
    }

    /// Makes a device from an ALSA device hint. The first line of the hint's description names the device; the second
    /// describes the plugin that this name uses.
    private static func device(_ hint: PCM.Hint) -> AudioDevice {
        let line = hint.description.prefix { $0 != "\n" }
        return AudioDevice(id: hint.name, name: line.isEmpty ? hint.name : String(line))
    }
}
