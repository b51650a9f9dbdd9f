import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// The terminal widget of a tab with its scroll bar, context menu, font and colours.
@MainActor final class TerminalScreenView: Panel {
    weak var delegate: (any TerminalWidgetDelegate)?

    private let tab: TerminalTabID
    let box = Box.column(classes: ["terminal-view"])
    private let scroller = Element(gtk_scrolled_window_new())
    private let environment: [String]
    private let menu: TerminalMenu
    private(set) var terminal: TerminalWidget?
    private var looks = TerminalViewState.Looks()
    private var link: String?

    init(_ tab: TerminalTabID, environment: [String]) {
        self.tab = tab
        self.environment = environment
        menu = TerminalMenu(over: box)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        scroller.expand(horizontal: true, vertical: true)
        box.append(scroller)
    }

    /// In a new terminal if a program still runs in the existing one.
    func run(_ command: [String]) {
        if terminal == nil || terminal?.isRunning == true {
            make()
        }
        terminal?.run(command)
    }

    private func make() {
        end()
        let made = TerminalWidget(tab, environment: environment)
        made.setAccessibleLabel(tr("Terminal"))
        made.delegate = delegate
        made.onPress(button: 3) { [weak self] x, y, _ in self?.openMenu(x, y) ?? false }
        made.onPress(button: 1) { [weak self, weak made] x, y, isControlHeld in
            guard let self, let made, isControlHeld else {
                return false
            }
            return open(made.link(atX: x, y: y))
        }
        gtk_scrolled_window_set_child(scroller.opaque, made.widget)
        terminal = made
        show(looks)
        colour()
    }

    private func end() {
        if let terminal, gtk_widget_has_focus(terminal.widget) != 0 {
            delegate?.terminalWidget(in: tab, hasFocus: false)
        }
        terminal?.delegate = nil
        terminal?.hangUp()
        gtk_scrolled_window_set_child(scroller.opaque, nil)
        terminal = nil
    }

    /// Call before the widget is removed.
    func close() {
        end()
        menu.remove()
    }

    func show(_ looks: TerminalViewState.Looks) {
        self.looks = looks
        terminal?.setFont(looks.font.isEmpty ? DesktopFont.fixedWidth : looks.font)
        terminal?.setScrollback(looks.scrollback)
    }

    /// As the desktop's light or dark style.
    func colour() {
        let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
        terminal?.setColours(isDark ? .dark : .light)
    }
}

// MARK: - Menu and links
extension TerminalScreenView {
    private func openMenu(_ x: Double, _ y: Double) -> Bool {
        guard let terminal else {
            return false
        }
        link = terminal.link(atX: x, y: y).flatMap { TerminalLink.isSafe($0) ? $0 : nil }
        var (left, top) = (x, y)
        gtk_widget_translate_coordinates(terminal.widget, widget, x, y, &left, &top)
        menu.present(x: left, y: top, hasLink: link != nil)
        return true
    }

    func openLink() {
        _ = open(link)
    }

    func copyLink() {
        if let link {
            putOnClipboard(link)
        }
    }

    private func open(_ link: String?) -> Bool {
        guard let link, TerminalLink.isSafe(link) else {
            return false
        }
        gtk_show_uri(hostWindow, link, guint32(GDK_CURRENT_TIME))
        return true
    }
}

@MainActor final class TerminalPanes: Widget {
    let reference = Reference(gtk_stack_new())
    /// Nil if the tab in front has no terminal.
    private(set) var front: TerminalScreenView?
    private let environment: [String]
    private let style = Reference(UnsafeMutableRawPointer(adw_style_manager_get_default()))
    private var panes: [TerminalTabID: TerminalScreenView] = [:]
    private var looks = TerminalViewState.Looks()

    /// - Parameter environment: of the programs, as `NAME=value` strings.
    init(environment: [String]) {
        self.environment = environment
        expand(horizontal: true, vertical: true)
        reference.connect("realize") { [weak self] in self?.followFrames() }
        style.connect("notify::dark") { [weak self] in self?.panes.values.forEach { $0.colour() } }
    }

    /// Checks the size after each frame. VTE does not signal a change in characters, but each causes a new frame.
    private func followFrames() {
        let clock = Reference(UnsafeMutableRawPointer(gtk_widget_get_frame_clock(widget)))
        clock.connect("after-paint") { [weak self] in self?.front?.terminal?.tellSize() }
    }

    subscript(tab: TerminalTabID) -> TerminalScreenView? {
        panes[tab]
    }

    func run(_ command: [String], in tab: TerminalTabID, for delegate: any TerminalWidgetDelegate) {
        let pane = panes[tab] ?? make(tab, for: delegate)
        pane.run(command)
    }

    private func make(_ tab: TerminalTabID, for delegate: any TerminalWidgetDelegate) -> TerminalScreenView {
        let pane = TerminalScreenView(tab, environment: environment)
        pane.delegate = delegate
        pane.show(looks)
        gtk_stack_add_child(opaque, pane.widget)
        panes[tab] = pane
        return pane
    }

    func show(_ tab: TerminalTabID) {
        front = panes[tab]
        if let front {
            gtk_stack_set_visible_child(opaque, front.widget)
        }
    }

    func end(_ tab: TerminalTabID) {
        guard let pane = panes.removeValue(forKey: tab) else {
            return
        }
        if pane === front {
            front = nil
        }
        pane.close()
        gtk_stack_remove(opaque, pane.widget)
    }

    func show(_ looks: TerminalViewState.Looks) {
        self.looks = looks
        panes.values.forEach { $0.show(looks) }
    }
}

@MainActor final class TerminalMenu {
    private let popover: Element
    private let model: Reference
    private let links: Reference

    /// - Parameter holder: container of the terminal.
    init(over holder: any Widget) {
        model = Reference(owned: g_menu_new())
        links = Reference(owned: g_menu_new())
        let edit = Reference(owned: g_menu_new())
        for (label, action) in [
            (tr("_Copy"), "terminal.copy"), (tr("_Paste"), "terminal.paste"),
            (tr("Select _All"), "terminal.select-all"),
        ] {
            g_menu_append(edit.opaque, label, action)
        }
        g_menu_append_section(model.opaque, nil, links.cast())
        g_menu_append_section(model.opaque, nil, edit.cast())
        popover = Element(gtk_popover_menu_new_from_model(model.cast()))
        gtk_popover_set_has_arrow(popover.reference.cast(), 0)
        popover.align(GTK_ALIGN_START)
        gtk_widget_set_parent(popover.widget, holder.widget)
    }

    /// Call before the holder is destroyed.
    func remove() {
        gtk_widget_unparent(popover.widget)
    }

    /// - Parameter hasLink: whether to offer to open or copy a link.
    func present(x: Double, y: Double, hasLink: Bool) {
        g_menu_remove_all(links.opaque)
        if hasLink {
            g_menu_append(links.opaque, tr("_Open Link"), "terminal.open-link")
            g_menu_append(links.opaque, tr("Copy _Link"), "terminal.copy-link")
        }
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.reference.cast(), &place)
        gtk_popover_popup(popover.reference.cast())
    }
}

/// As in GNOME's terminals, with readable contrast.
struct TerminalColours {
    let foreground: GdkRGBA
    let background: GdkRGBA
    /// ANSI colours in their standard order.
    let palette: [GdkRGBA]

    static let light = TerminalColours(
        0x1E1E1E, on: 0xFFFFFF,
        [
            0x171421, 0xC01C28, 0x1B7A4E, 0x8A5A00, 0x12488B, 0x8E3AA1, 0x1A7684, 0xD0CFCC,
            0x5E5C64, 0xD92B3C, 0x1F8F4D, 0x966800, 0x1C63B8, 0x9D3FB0, 0x10798A, 0xFFFFFF,
        ])
    static let dark = TerminalColours(
        0xF2F2F2, on: 0x1D1D1D,
        [
            0x3D3846, 0xF0605D, 0x57E389, 0xF5C211, 0x6AB0FF, 0xD280DB, 0x33C7DE, 0xC0BFBC,
            0x9A9996, 0xFF7B72, 0x8FF0A4, 0xF8E45C, 0x99C1F1, 0xDC8ADD, 0x93DDE8, 0xFFFFFF,
        ])

    private init(_ foreground: UInt32, on background: UInt32, _ palette: [UInt32]) {
        self.foreground = Self.colour(foreground)
        self.background = Self.colour(background)
        self.palette = palette.map(Self.colour)
    }

    private static func colour(_ code: UInt32) -> GdkRGBA {
        GdkRGBA(
            red: Float(code >> 16 & 0xFF) / 255, green: Float(code >> 8 & 0xFF) / 255, blue: Float(code & 0xFF) / 255,
            alpha: 1)
    }
}

@MainActor enum DesktopFont {
    private static let schema = "org.gnome.desktop.interface"
    private static let key = "monospace-font-name"
    private static let usual = "Monospace 11"

    /// A Pango font description. Desktops other than GNOME have no such setting; there it is "Monospace 11".
    static var fixedWidth: String {
        guard let made = parlando_settings(schema) else {
            return usual
        }
        let settings = Reference(owned: OpaquePointer(made))
        guard let found = g_settings_get_string(settings.cast(), key) else {
            return usual
        }
        defer { g_free(found) }
        let name = String(cString: found)
        return name.isEmpty ? usual : name
    }
}
