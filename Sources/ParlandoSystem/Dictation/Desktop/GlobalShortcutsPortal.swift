public import ParlandoCore
import Synchronization

/// System-wide shortcuts through the portal `org.freedesktop.portal.GlobalShortcuts` (xdg-desktop-portal, versions 1
/// and 2 of the interface).
///
/// The actor runs on its own thread, because calls may wait until the user has answered the desktop's question.
public actor GlobalShortcutsPortal: GlobalShortcuts {
    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    /// Keys proposed to the desktop, in the notation of the XDG shortcuts specification.
    private static let proposals: [GlobalShortcut: String] = [.toggle: "CTRL+ALT+r", .talk: "CTRL+ALT+space"]

    private let executor = BlockingExecutor(label: "io.github.parlando.shortcuts")
    private let address: String?
    private let application: String
    private var bus: PortalBus?
    private var ear: PortalEar?
    private var requests = 0
    /// Handle of the portal session whose shortcuts are bound, or nil if there is none. It is also read on the thread
    /// that receives signals.
    private let session = Mutex<String?>(nil)
    private let door: AsyncStream<GlobalShortcutEvent>.Continuation
    public nonisolated let events: AsyncStream<GlobalShortcutEvent>

    /// Executor that runs the actor on a thread of its own, which may wait for D-Bus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Creates the adapter without connecting to the bus yet.
    ///
    /// - Parameters:
    ///   - address: address of the bus, or nil for the session bus.
    ///   - application: name of the program's desktop file, by which the desktop knows it.
    public init(address: String? = nil, application: String) {
        self.address = address
        self.application = application
        (events, door) = AsyncStream.makeStream(of: GlobalShortcutEvent.self)
    }

    public func isOffered() -> Bool {
        (try? connected())?.hasInterface(Self.interface) ?? false
    }

    public func bind(
        _ titles: [GlobalShortcut: String]
    ) async throws(GlobalShortcutError) -> [GlobalShortcut: String] {
        do throws(DesktopTypingError) {
            return try bindAnew(titles)
        } catch {
            throw GlobalShortcutError(error)
        }
    }

    public func configure(_ titles: [GlobalShortcut: String]) async throws(GlobalShortcutError) {
        do throws(DesktopTypingError) {
            let bus = try connected()
            guard let session = session.withLock({ $0 }), (bus.version(of: Self.interface) ?? 0) >= 2 else {
                let bound = try bindAnew(titles)
                door.yield(.bound(bound))
                return
            }
            try bus.call(Self.interface, "ConfigureShortcuts", "(objectpath '\(session)', '', @a{sv} {})")
        } catch {
            throw GlobalShortcutError(error)
        }
    }

    /// Binds the shortcuts in a new portal session, because a session can bind shortcuts only once. Returns the
    /// desktop's descriptions of the keys.
    private func bindAnew(_ titles: [GlobalShortcut: String]) throws(DesktopTypingError) -> [GlobalShortcut: String] {
        let bus = try connected()
        guard bus.hasInterface(Self.interface) else {
            throw DesktopTypingError(.absent, detail: "no shortcuts")
        }
        let made = try request(bus, "CreateSession") {
            "({'handle_token': <'\($0)'>, 'session_handle_token': <'parlando\(requests)'>},)"
        }
        // The session handle becomes part of later calls in text format, so it must be valid.
        guard let new = made.texts["session_handle"], PortalBus.isPath(new) else {
            throw DesktopTypingError(.failed, detail: "no session")
        }
        let list = GlobalShortcut.allCases.map { shortcut in
            let proposal = Self.proposals[shortcut].map { ", 'preferred_trigger': <'\($0)'>" } ?? ""
            let title = PortalBus.literal(titles[shortcut] ?? shortcut.rawValue)
            return "('\(shortcut.rawValue)', {'description': <\(title)>\(proposal)})"
        }.joined(separator: ", ")
        // Set before the portal answers, because a shortcut may be pressed as soon as it is bound.
        let old = session.withLock { session in
            defer { session = new }
            return session
        }
        do throws(DesktopTypingError) {
            let answer = try request(bus, "BindShortcuts") {
                "(objectpath '\(new)', [\(list)], '', {'handle_token': <'\($0)'>})"
            }
            if let old {
                close(old, bus)
            }
            return Self.known(answer.shortcuts)
        } catch {
            session.withLock { $0 = old }
            close(new, bus)
            throw error
        }
    }

    private func close(_ session: String, _ bus: PortalBus) {
        try? bus.call("org.freedesktop.portal.Session", "Close", "()", at: session)
    }

    private func connected() throws(DesktopTypingError) -> PortalBus {
        if let bus {
            bus.register(application)
            return bus
        }
        let made = try PortalBus(address: address)
        made.register(application)
        ear = PortalEar(made, interface: Self.interface) { [weak self] signal in self?.hear(signal) }
        bus = made
        return made
    }

    private func request(
        _ bus: PortalBus, _ method: String, _ arguments: (String) -> String
    ) throws(DesktopTypingError) -> PortalAnswer {
        requests += 1
        let token = "parlando\(requests)"
        return try bus.request(Self.interface, method, arguments(token), token: token)
    }

    /// Reports a signal of the portal as an event. Called on the thread that receives signals.
    private nonisolated func hear(_ signal: PortalSignal) {
        switch signal {
        case .activated(let session, let id):
            tell(session) { GlobalShortcut(rawValue: id).map(GlobalShortcutEvent.pressed) }
        case .deactivated(let session, let id):
            tell(session) { GlobalShortcut(rawValue: id).map(GlobalShortcutEvent.released) }
        case .changed(let session, let shortcuts):
            tell(session) { .bound(Self.known(shortcuts)) }
        case .closed(let closed):
            lose { $0 == closed }
        case .vanished:
            lose { $0 != nil }
        case .appeared:
            door.yield(.returned)
        }
    }

    /// Reports an event if it comes from the session whose shortcuts are bound. Late events of an earlier session are
    /// dropped.
    private nonisolated func tell(_ session: String, _ event: () -> GlobalShortcutEvent?) {
        if self.session.withLock({ $0 == session }), let event = event() {
            door.yield(event)
        }
    }

    private nonisolated func lose(_ isLost: (String?) -> Bool) {
        let wasLost = session.withLock { session in
            guard isLost(session) else {
                return false
            }
            session = nil
            return true
        }
        if wasLost {
            door.yield(.lost)
        }
    }

    private static func known(_ shortcuts: [String: String]) -> [GlobalShortcut: String] {
        Dictionary(
            uniqueKeysWithValues: GlobalShortcut.allCases.compactMap { shortcut in
                shortcuts[shortcut.rawValue].map { (shortcut, $0) }
            })
    }
}

extension GlobalShortcutError {
    fileprivate init(_ error: DesktopTypingError) {
        switch error.kind {
        case .absent: self.init(.absent, detail: error.detail)
        case .denied: self.init(.denied, detail: error.detail)
        case .failed: self.init(.failed, detail: error.detail)
        }
    }
}
