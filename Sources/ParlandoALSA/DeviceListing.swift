import ParlandoCore

/// Chooses, of the many names ALSA has for the same few microphones, those that people want to see. Pure.
enum DeviceListing {
    /// Plugins that ALSA lists like devices, but that only convert, or lead nowhere.
    private static let plugins: Set<String> = [
        "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "oss", "jack", "a52", "usbstream",
    ]
    /// Sound servers: names that mean "what the system's settings say", after the default that usually is one of them.
    private static let servers = ["pipewire", "pulse"]

    /// - Parameter hints: names that can be listened to, as ALSA lists them.
    /// - Returns: the default, the sound server unless the default already stands for it, one entry for each device of
    ///   each card, then what the user's own configuration adds. Empty when there is nothing at all.
    static func devices(_ hints: [PCM.Hint]) -> [AudioDevice] {
        let plain = hints.filter { !$0.name.contains(":") && !plugins.contains($0.name) }
        let server = plain.first { servers.contains($0.name) }
        let cards = cardDevices(hints)
        let own = plain.filter { !servers.contains($0.name) && $0.name != AudioDevice.systemDefault.id }
        let found = cards + (own + [server].compactMap { $0 }).map(device)
        let hasDefault = plain.contains { $0.name == AudioDevice.systemDefault.id }
        return found.isEmpty && !hasDefault ? [] : [.systemDefault] + found
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
        // "USB Microphone, USB Audio": the second part is the driver's word for the first when it says no more.
        return AudioDevice(id: hint.name, name: line.isEmpty ? hint.name : String(line))
    }
}
