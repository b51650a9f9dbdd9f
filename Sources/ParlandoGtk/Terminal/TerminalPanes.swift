import CGtk
import ParlandoPresenters

/// The terminals of all tabs, of which the one in front is visible.
@MainActor final class TerminalPanes: Widget {
    let reference: Reference
    /// The terminal in the tab in front, or nil if that tab has none.
    private(set) var front: TerminalScreenView?
    private let environment: [String]
    private let style = Reference(UnsafeMutableRawPointer(adw_style_manager_get_default()))
    private var panes: [TerminalTabID: TerminalScreenView] = [:]
    private var looks = TerminalViewState.Looks()

    /// - Parameter environment: environment of the programs, as `NAME=value` strings.
    init(environment: [String]) {
        self.environment = environment
        reference = Reference(gtk_stack_new())
        expand(horizontal: true, vertical: true)
        reference.connect("realize") { [weak self] in self?.followFrames() }
        style.connect("notify::dark") { [weak self] in self?.panes.values.forEach { $0.colour() } }
    }

    /// Checks the visible terminal's size after each frame. VTE does not signal a change of the size in characters, but
    /// each such change causes a new frame.
    private func followFrames() {
        let clock = Reference(UnsafeMutableRawPointer(gtk_widget_get_frame_clock(widget)))
        clock.connect("after-paint") { [weak self] in self?.front?.terminal?.tellSize() }
    }

    subscript(tab: TerminalTabID) -> TerminalScreenView? {
        panes[tab]
    }

    /// Runs a command in the terminal of a tab. Creates the terminal if the tab has none.
    func run(_ command: [String], in tab: TerminalTabID, for delegate: any TerminalScreenDelegate) {
        let pane = panes[tab] ?? make(tab, for: delegate)
        pane.run(command)
    }

    private func make(_ tab: TerminalTabID, for delegate: any TerminalScreenDelegate) -> TerminalScreenView {
        let pane = TerminalScreenView(tab, environment: environment)
        pane.delegate = delegate
        pane.show(looks)
        gtk_stack_add_child(opaque, pane.widget)
        panes[tab] = pane
        return pane
    }

    /// Shows the terminal of a tab, if it has one.
    func show(_ tab: TerminalTabID) {
        front = panes[tab]
        if let front {
            gtk_stack_set_visible_child(opaque, front.widget)
        }
    }

    /// Ends the program of a tab and removes its terminal.
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
