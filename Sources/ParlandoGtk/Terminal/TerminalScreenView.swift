import CGtk
import ParlandoCore
import ParlandoPresenters

/// Terminal widget with its scroll bar, context menu, font and colours.
@MainActor final class TerminalScreenView: Widget {
    let reference: Reference
    private let scroller = Element(gtk_scrolled_window_new())
    private let environment: [String]
    private let menu: TerminalMenu
    private let style = Reference(UnsafeMutableRawPointer(adw_style_manager_get_default()))
    private(set) var terminal: TerminalWidget?
    private weak var delegate: (any TerminalWidgetDelegate)?
    private var looks = TerminalViewState.Looks()
    private var link: String?

    init(environment: [String]) {
        self.environment = environment
        let box = Box.column(classes: ["terminal-view"])
        reference = box.reference
        menu = TerminalMenu(over: box)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        scroller.expand(horizontal: true, vertical: true)
        box.append(scroller)
        scroller.reference.connect("realize") { [weak self] in self?.followFrames() }
        style.connect("notify::dark") { [weak self] in self?.colour() }
    }

    /// Checks the terminal's size after each frame: VTE does not signal when its size in characters changes, but every
    /// such change is drawn.
    private func followFrames() {
        let clock = Reference(UnsafeMutableRawPointer(gtk_widget_get_frame_clock(scroller.widget)))
        clock.connect("after-paint") { [weak self] in self?.terminal?.tellSize() }
    }

    /// Runs a command in the existing terminal, or in a new one if there is none or a program still runs in it.
    func run(_ command: [String], for delegate: any TerminalWidgetDelegate) {
        if terminal == nil || terminal?.isRunning == true {
            make(for: delegate)
        }
        terminal?.run(command)
    }

    private func make(for delegate: any TerminalWidgetDelegate) {
        end()
        let made = TerminalWidget(environment: environment)
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

    /// Ends the running program. The delegate receives no more events.
    func end() {
        terminal?.delegate = nil
        terminal?.hangUp()
        gtk_scrolled_window_set_child(scroller.opaque, nil)
        terminal = nil
    }

    func show(_ looks: TerminalViewState.Looks) {
        self.looks = looks
        terminal?.setFont(looks.font.isEmpty ? DesktopFont.fixedWidth : looks.font)
        terminal?.setScrollback(looks.scrollback)
    }

    private func colour() {
        terminal?.setColours(adw_style_manager_get_dark(style.opaque) != 0 ? .dark : .light)
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
