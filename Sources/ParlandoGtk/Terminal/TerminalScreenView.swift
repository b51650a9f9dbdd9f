import CGtk
import ParlandoCore
import ParlandoPresenters

/// Receives events of the terminal in a tab.
@MainActor protocol TerminalScreenDelegate: AnyObject {
    func terminalScreen(_ screen: TerminalScreenView, didReport event: TerminalEvent)
    func terminalScreen(_ screen: TerminalScreenView, hasFocus: Bool)
}

/// The terminal of a tab: the terminal widget with its scroll bar, context menu, font and colours.
@MainActor final class TerminalScreenView: Widget {
    weak var delegate: (any TerminalScreenDelegate)?

    let tab: TerminalTabID
    let reference: Reference
    private let scroller = Element(gtk_scrolled_window_new())
    private let environment: [String]
    private let menu: TerminalMenu
    private(set) var terminal: TerminalWidget?
    private var looks = TerminalViewState.Looks()
    private var link: String?

    init(_ tab: TerminalTabID, environment: [String]) {
        self.tab = tab
        self.environment = environment
        let box = Box.column(classes: ["terminal-view"])
        reference = box.reference
        menu = TerminalMenu(over: box)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        scroller.expand(horizontal: true, vertical: true)
        box.append(scroller)
    }

    /// Runs a command in the existing terminal, or in a new one if there is none or a program still runs in it.
    func run(_ command: [String]) {
        if terminal == nil || terminal?.isRunning == true {
            make()
        }
        terminal?.run(command)
    }

    private func make() {
        end()
        let made = TerminalWidget(environment: environment)
        made.setAccessibleLabel(tr("Terminal"))
        made.delegate = self
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

    /// Ends the running program. The delegate receives no more events.
    private func end() {
        if let terminal, gtk_widget_has_focus(terminal.widget) != 0 {
            delegate?.terminalScreen(self, hasFocus: false)
        }
        terminal?.delegate = nil
        terminal?.hangUp()
        gtk_scrolled_window_set_child(scroller.opaque, nil)
        terminal = nil
    }

    /// Ends the running program and removes the context menu. Call before the widget is removed.
    func close() {
        end()
        menu.remove()
    }

    func show(_ looks: TerminalViewState.Looks) {
        self.looks = looks
        terminal?.setFont(looks.font.isEmpty ? DesktopFont.fixedWidth : looks.font)
        terminal?.setScrollback(looks.scrollback)
    }

    /// Gives the terminal the colours of the desktop's light or dark style.
    func colour() {
        let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
        terminal?.setColours(isDark ? .dark : .light)
    }
}

extension TerminalScreenView: TerminalWidgetDelegate {
    func terminalWidget(_ terminal: TerminalWidget, didReport event: TerminalEvent) {
        delegate?.terminalScreen(self, didReport: event)
    }

    func terminalWidget(_ terminal: TerminalWidget, hasFocus: Bool) {
        delegate?.terminalScreen(self, hasFocus: hasFocus)
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
            gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), link)
        }
    }

    private func open(_ link: String?) -> Bool {
        guard let link, TerminalLink.isSafe(link) else {
            return false
        }
        let root = UnsafeMutableRawPointer(gtk_widget_get_root(widget))
        gtk_show_uri(root?.assumingMemoryBound(to: GtkWindow.self), link, guint32(GDK_CURRENT_TIME))
        return true
    }
}
