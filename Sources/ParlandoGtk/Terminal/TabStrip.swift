import CGtk
import CGtkShim
import ParlandoPresenters

/// Scrolls if the tabs do not fit, and is hidden if there is only one.
///
/// In AdwTabBar of libadwaita 1.2, assistive technologies find neither the names of tabs nor which one is selected.
@MainActor final class TabStrip: Widget {
    /// The argument is true if the tab is to be closed, false if it is to be selected.
    var onCommand: (@MainActor (TerminalTabID, Bool) -> Void)?

    let reference = Reference(gtk_scrolled_window_new())
    private let row = Box.row(classes: ["terminal-tabs"])
    private var buttons: [TerminalTabID: TabButton] = [:]
    private var ids: [TerminalTabID] = []
    private var front: TerminalTabID?

    init() {
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_box_set_homogeneous(row.reference.cast(), 1)
        parlando_set_role(row.widget, GTK_ACCESSIBLE_ROLE_TAB_LIST)
        row.setAccessibleLabel(tr("Tabs"))
        gtk_scrolled_window_set_child(opaque, row.widget)
        isVisible = false
        let adjustment = Reference(UnsafeMutableRawPointer(gtk_scrolled_window_get_hadjustment(opaque)))
        adjustment.connect("changed") { [weak self] in self?.scrollSoon() }
    }

    func show(_ tabs: [TerminalViewState.Tab], front: TerminalTabID) {
        let new = tabs.map(\.id)
        for (id, button) in buttons where !new.contains(id) {
            gtk_box_remove(row.reference.cast(), button.widget)
            buttons[id] = nil
        }
        var last: TabButton?
        for tab in tabs {
            let button = buttons[tab.id] ?? make(tab.id)
            gtk_box_reorder_child_after(row.reference.cast(), button.widget, last?.widget)
            button.show(tab, isFront: tab.id == front)
            last = button
        }
        (ids, self.front) = (new, front)
        isVisible = tabs.count > 1
        scrollSoon()
    }

    private func make(_ id: TerminalTabID) -> TabButton {
        let button = TabButton()
        button.onCommand { [weak self] isClose in self?.onCommand?(id, isClose) }
        row.append(button)
        buttons[id] = button
        return button
    }

    /// Scrolls once the tabs have been laid out, because GTK ignores scrolling during layout.
    private func scrollSoon() {
        _ = Source.after(0) { [weak self] in self?.scrollToFront() }
    }

    /// All tabs are equally wide.
    private func scrollToFront() {
        let adjustment = gtk_scrolled_window_get_hadjustment(opaque)
        guard let index = ids.firstIndex(where: { $0 == front }) else {
            return
        }
        let width = gtk_adjustment_get_upper(adjustment) / Double(ids.count)
        gtk_adjustment_clamp_page(adjustment, Double(index) * width, Double(index + 1) * width)
    }
}

/// A tab: its state as an icon, its title and, in front, a button that closes it. The middle mouse button closes any
/// tab.
@MainActor final class TabButton: Panel {
    let box = Box.row(classes: ["terminal-tab"])
    private let choose = Element(gtk_button_new(), classes: ["flat"])
    private let close = Button(icon: "window-close-symbolic", tooltip: tr("Close Tab"), classes: ["flat", "circular"])
    private let icon = Element(gtk_image_new())
    private let title = Label()

    init() {
        let face = Box.row(spacing: 6)
        title.shorten()
        title.expand(horizontal: true)
        face.append(icon, title)
        gtk_button_set_child(choose.reference.cast(), face.widget)
        choose.expand(horizontal: true)
        parlando_set_role(choose.widget, GTK_ACCESSIBLE_ROLE_TAB)
        close.align(nil, GTK_ALIGN_CENTER)
        box.append(choose, close)
    }

    func onCommand(_ body: @escaping @MainActor (Bool) -> Void) {
        choose.reference.connect("clicked") { body(false) }
        close.onClick { body(true) }
        onPress(button: 2) { _, _, _ in
            body(true)
            return true
        }
    }

    func show(_ tab: TerminalViewState.Tab, isFront: Bool) {
        title.text = tab.title
        choose.setTooltip(tab.name)
        setClass("front", isFront)
        parlando_set_accessible_selected(choose.widget, isFront)
        close.isVisible = isFront
        let name = Self.icon(of: tab.mark)
        icon.isVisible = name != nil
        gtk_image_set_from_icon_name(icon.opaque, name)
        icon.setClass("dictating", tab.mark == .dictating)
    }

    private static func icon(of mark: TerminalViewState.Tab.Mark) -> String? {
        switch mark {
        case .none: nil
        case .dictating: "audio-input-microphone-symbolic"
        case .ended: "system-shutdown-symbolic"
        case .rang: "preferences-system-notifications-symbolic"
        case .output: "media-record-symbolic"
        }
    }
}
