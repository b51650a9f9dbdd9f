public import ParlandoCore

/// Types through the portal `org.freedesktop.portal.RemoteDesktop` (xdg-desktop-portal, version 1 of the interface).
///
/// Has a thread of its own, for the desktop may ask the user.
public actor RemoteDesktopPortal: DesktopTyping {
    private static let interface = "org.freedesktop.portal.RemoteDesktop"
    /// Only the keyboard, of the kinds of devices that the portal knows.
    private static let keyboard = 1
    /// Left Ctrl and V, as Linux numbers keys (`input-event-codes.h`): the same keys whatever the layout.
    private static let paste = [29, 47]
    /// No desktop tells when a window has read the clipboard. Programs do so within a few frames after the keys; this is
    /// long enough for a slow one.
    private static let readingTime = Duration.milliseconds(700)

    private let executor = BlockingExecutor(label: "io.github.parlando.portal")
    private let address: String?
    private let clock: any Clock<Duration>
    private var bus: PortalBus?
    /// The session that the user has agreed to.
    private var session: String?
    private var requests = 0

    /// The thread that may wait for D-Bus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - address: of the bus, nil: the session's.
    ///   - clock: waits until a window has read the clipboard.
    public init(address: String? = nil, clock: any Clock<Duration> = ContinuousClock()) {
        self.address = address
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
            // A session ends with the screen's lock, or when the user ends it: the next one is asked for anew.
            self.session = nil
            try? bus.call("org.freedesktop.portal.Session", "Close", "()", at: session)
            throw error
        }
        // Given up only where nobody waits for the end any more.
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
        // Every key goes up again, whatever became of the others: nobody could type while Ctrl is held. One whose press
        // failed may be down all the same, if only the answer did not come.
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
        bus = made
        return made
    }

    private func open(_ bus: PortalBus) throws(DesktopTypingError) -> String {
        let made = try request(bus, "CreateSession") {
            "({'handle_token': <'\($0)'>, 'session_handle_token': <'parlando'>},)"
        }
        // It becomes part of later calls, in their text form.
        guard let session = made["session_handle"], PortalBus.isPath(session) else {
            throw DesktopTypingError(.failed, detail: "no session")
        }
        _ = try request(bus, "SelectDevices") {
            "(objectpath '\(session)', {'handle_token': <'\($0)'>, 'types': <uint32 \(Self.keyboard)>})"
        }
        _ = try request(bus, "Start") { "(objectpath '\(session)', '', {'handle_token': <'\($0)'>})" }
        self.session = session
        return session
    }

    private func request(
        _ bus: PortalBus, _ method: String, _ arguments: (String) -> String
    ) throws(DesktopTypingError) -> [String: String] {
        requests += 1
        let token = "parlando\(requests)"
        return try bus.request(Self.interface, method, arguments(token), token: token)
    }
}
