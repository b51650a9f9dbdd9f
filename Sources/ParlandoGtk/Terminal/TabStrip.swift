import CGtk
import CGtkShim
import ParlandoPresenters

/// Tab bar of the terminal page. It scrolls if the tabs do not fit, and is hidden if there is only one tab.
///
/// AdwTabBar of libadwaita 1.2 is not used because assistive technologies find neither the names of its tabs nor which
/// one is selected.
@MainActor final class TabStrip: Widget {
    let reference: Reference
    private let row = Box.row(classes: ["terminal-tabs"])
    private var buttons: [TerminalTabID: TabButton] = [:]
    private var ids: [TerminalTabID] = []
    private var front: TerminalTabID?
    private var tell: (@MainActor (TerminalTabID, Bool) -> Void)?

    init() {
        reference = Reference(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_box_set_homogeneous(row.reference.cast(), 1)
        parlando_set_tab_list_role(row.widget)
        row.setAccessibleLabel(tr("Tabs"))
        gtk_scrolled_window_set_child(opaque, row.widget)
        isVisible = false
        let adjustment = Reference(UnsafeMutableRawPointer(gtk_scrolled_window_get_hadjustment(opaque)))
        adjustment.connect("changed") { [weak self] in self?.scrollSoon() }
    }

    /// Runs `body` when the user presses a tab. The second argument of `body` is true if the tab is to be closed, false
    /// if it is to be selected.
    func onCommand(_ body: @escaping @MainActor (TerminalTabID, Bool) -> Void) {
        tell = body
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
        button.onCommand { [weak self] isClose in self?.tell?(id, isClose) }
        row.append(button)
        buttons[id] = button
        return button
    }

    /// Scrolls to the tab in front once the tabs have been laid out, because GTK ignores scrolling during layout.
    private func scrollSoon() {
        _ = Source.after(0) { [weak self] in self?.scrollToFront() }
    }

    /// Scrolls to the tab in front. All tabs are equally wide.
    private func scrollToFront() {
        let adjustment = gtk_scrolled_window_get_hadjustment(opaque)
        guard let index = ids.firstIndex(where: { $0 == front }) else {
            return
        }
        let width = gtk_adjustment_get_upper(adjustment) / Double(ids.count)
        gtk_adjustment_clamp_page(adjustment, Double(index) * width, Double(index + 1) * width)
    }
}
