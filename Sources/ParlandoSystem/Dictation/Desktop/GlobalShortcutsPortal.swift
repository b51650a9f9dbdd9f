public import ParlandoCore
import Synchronization

/// System-wide shortcuts through the portal `org.freedesktop.portal.GlobalShortcuts` (versions 1 and 2). Calls may wait
/// until the user has answered the desktop's question.
public actor GlobalShortcutsPortal: GlobalShortcuts {
    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    /// In the notation of the XDG shortcuts specification.
    private static let proposals: [GlobalShortcut: String] = [.toggle: "CTRL+ALT+r", .talk: "CTRL+ALT+space"]

    private let executor = BlockingExecutor(label: "io.github.parlando.shortcuts")
    private let address: String?
    private let application: String
    private var bus: PortalBus?
    private var ear: PortalEar?
    /// Handle of the portal session whose shortcuts are bound. It is also read on the thread that receives signals.
    private let session = Mutex<String?>(nil)
    private let door: AsyncStream<GlobalShortcutEvent>.Continuation
    public nonisolated let events: AsyncStream<GlobalShortcutEvent>

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - address: address of the bus, or nil for the session bus.
    ///   - application: name of the program's desktop file.
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
    ) async throws(DesktopTypingError) -> [GlobalShortcut: String] {
        try bindAnew(titles)
    }

    public func configure(_ titles: [GlobalShortcut: String]) async throws(DesktopTypingError) {
        let bus = try connected()
        guard let session = session.withLock({ $0 }), (bus.version(of: Self.interface) ?? 0) >= 2 else {
            door.yield(.bound(try bindAnew(titles)))
            return
        }
        try bus.call(Self.interface, "ConfigureShortcuts", "(objectpath '\(session)', '', @a{sv} {})")
    }

    /// In a new portal session, because a session can bind shortcuts only once. Returns the desktop's descriptions of
    /// the keys.
    private func bindAnew(_ titles: [GlobalShortcut: String]) throws(DesktopTypingError) -> [GlobalShortcut: String] {
        let bus = try connected()
        guard bus.hasInterface(Self.interface) else {
            throw DesktopTypingError(.absent, detail: "no shortcuts")
        }
        let new = try bus.openSession(Self.interface)
        // Backwards, so that those that everybody has are the first in the desktop's dialog.
        let list = titles.sorted { $0.key.id > $1.key.id }.map { shortcut, title in
            let proposal = Self.proposals[shortcut].map { ", 'preferred_trigger': <'\($0)'>" } ?? ""
            return "(\(PortalBus.literal(shortcut.id)), {'description': <\(PortalBus.literal(title))>\(proposal)})"
        }.joined(separator: ", ")
        // Set before the portal answers, because a shortcut may be pressed as soon as it is bound.
        let old = session.withLock { session in
            defer { session = new }
            return session
        }
        do throws(DesktopTypingError) {
            let answer = try bus.request(Self.interface, "BindShortcuts") {
                "(objectpath '\(new)', [\(list)], '', {'handle_token': <'\($0)'>})"
            }
            if let old {
                bus.closeSession(old)
            }
            return Self.known(answer.shortcuts)
        } catch {
            session.withLock { $0 = old }
            bus.closeSession(new)
            throw error
        }
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

    /// Called on the thread that receives signals.
    private nonisolated func hear(_ signal: PortalSignal) {
        switch signal {
        case .activated(let session, let id):
            tell(session) { GlobalShortcut(id: id).map(GlobalShortcutEvent.pressed) }
        case .deactivated(let session, let id):
            tell(session) { GlobalShortcut(id: id).map(GlobalShortcutEvent.released) }
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

    /// Late events of an earlier session are dropped.
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
            shortcuts.compactMap { id, keys in GlobalShortcut(id: id).map { ($0, keys) } }, uniquingKeysWith: { $1 })
    }
}
