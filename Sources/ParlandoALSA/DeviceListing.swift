import ParlandoCore

/// Chooses, of the many names ALSA has for the same few devices, those that people want to see. Pure.
enum DeviceListing {
    /// Plugins that ALSA lists like devices, but that only convert, or lead nowhere.
    private static let plugins: Set<String> = [
        "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "oss", "jack", "a52", "usbstream",
    ]
    /// Sound servers, and the word by which the description of the default tells that it leads to one.
    private static let servers = ["pipewire": "PipeWire", "pulse": "PulseAudio"]

    /// - Parameter hints: names that can be listened to, or played on, as ALSA lists them.
    /// - Returns: the default, one entry for each device of each card, what the user's own configuration adds, and the
    ///   sound server unless the default stands for it. Empty when there is nothing at all.
    static func devices(_ hints: [PCM.Hint]) -> [AudioDevice] {
        let plain = hints.filter { !$0.name.contains(":") && !plugins.contains($0.name) }
        let standard = plain.first { $0.name == AudioDevice.systemDefault.id }
        let own = plain.filter { !servers.keys.contains($0.name) && $0.name != AudioDevice.systemDefault.id }
        let found = cardDevices(hints) + own.map(device)
        guard standard != nil || !found.isEmpty else {
            // The server's plugin is listed wherever it is installed, so alone it says nothing.
            return []
        }
        return [.systemDefault] + found + server(plain, besides: standard).map(device)
    }

    private static func server(_ plain: [PCM.Hint], besides standard: PCM.Hint?) -> [PCM.Hint] {
        let isDefault = servers.values.contains { standard?.description.contains($0) ?? false }
        return isDefault ? [] : Array(plain.filter { servers.keys.contains($0.name) }.prefix(1))
    }

    /// One entry for each device of a card: the name that converts what has to be converted, else the next best.
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

    /// ALSA describes a device in two lines: which it is, and which of its many names this one is.
    private static func device(_ hint: PCM.Hint) -> AudioDevice {
        let line = hint.description.prefix { $0 != "\n" }
        return AudioDevice(id: hint.name, name: line.isEmpty ? hint.name : String(line))
    }
}
