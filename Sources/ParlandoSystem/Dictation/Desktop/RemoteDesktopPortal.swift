public import ParlandoCore

/// Pastes into other windows by pressing Ctrl+V through the portal `org.freedesktop.portal.RemoteDesktop` (version 1).
/// Calls may wait until the desktop has asked the user.
public actor RemoteDesktopPortal: DesktopTyping {
    private static let interface = "org.freedesktop.portal.RemoteDesktop"
    /// Device type of the portal.
    private static let keyboard = 1
    /// Key codes of left Ctrl and V (`input-event-codes.h`): the same physical keys in every layout.
    private static let paste = [29, 47]
    /// No desktop signals that a window has read the clipboard. Programs read it within a few frames.
    private static let readingTime = Duration.milliseconds(700)

    private let executor = BlockingExecutor(label: "io.github.parlando.portal")
    private let address: String?
    private let application: String?
    private let clock: any Clock<Duration>
    private var bus: PortalBus?
    private var session: String?

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - address: address of the bus, or nil for the session bus.
    ///   - application: name of the program's desktop file, or nil not to tell the portal.
    public init(
        address: String? = nil, application: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.address = address
        self.application = application
        self.clock = clock
    }

    public func isOffered() -> Bool {
        (try? connected())?.hasInterface(Self.interface) ?? false
    }

    public func pressPaste() async throws(DesktopTypingError) {
        let bus = try connected()
        let session = if let session { session } else { try open(bus) }
        do throws(DesktopTypingError) {
            try press(session, bus)
        } catch {
            // A session ends when the screen is locked or the user ends it.
            self.session = nil
            bus.closeSession(session)
            throw error
        }
        try? await clock.sleep(for: Self.readingTime)
    }

    private func press(_ session: String, _ bus: PortalBus) throws(DesktopTypingError) {
        var tried: [Int] = []
        var failure: DesktopTypingError?
        do throws(DesktopTypingError) {
            for key in Self.paste {
                tried.append(key)
                try set(key, isDown: true, session, bus)
            }
        } catch {
            failure = error
        }
        // Release every key even if others failed, because the user could not type while Ctrl is held. A key whose
        // press failed may still be down if only the reply was lost.
        for key in tried.reversed() {
            do throws(DesktopTypingError) {
                try set(key, isDown: false, session, bus)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure {
            throw failure
        }
    }

    private func set(_ key: Int, isDown: Bool, _ session: String, _ bus: PortalBus) throws(DesktopTypingError) {
        try bus.call(
            Self.interface, "NotifyKeyboardKeycode",
            "(objectpath '\(session)', @a{sv} {}, int32 \(key), uint32 \(isDown ? 1 : 0))")
    }

    private func connected() throws(DesktopTypingError) -> PortalBus {
        if let bus {
            return bus
        }
        let made = try PortalBus(address: address)
        application.map(made.register)
        bus = made
        return made
    }

    private func open(_ bus: PortalBus) throws(DesktopTypingError) -> String {
        let session = try bus.openSession(Self.interface)
        try bus.request(Self.interface, "SelectDevices") {
            "(objectpath '\(session)', {'handle_token': <'\($0)'>, 'types': <uint32 \(Self.keyboard)>})"
        }
        try bus.request(Self.interface, "Start") { "(objectpath '\(session)', '', {'handle_token': <'\($0)'>})" }
        self.session = session
        return session
    }
}
