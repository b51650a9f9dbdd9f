import CGtk
import CGtkShim
import ParlandoPresenters

/// A tab in the tab bar: its state as an icon, its title, and, if the tab is in front, a button that closes it. A press
/// of the middle mouse button closes any tab.
@MainActor final class TabButton: Widget {
    let reference: Reference
    private let choose = Element(gtk_button_new(), classes: ["flat"])
    private let close = Button(icon: "window-close-symbolic", tooltip: tr("Close Tab"), classes: ["flat", "circular"])
    private let icon = Element(gtk_image_new())
    private let title = Label()

    init() {
        let row = Box.row(classes: ["terminal-tab"])
        reference = row.reference
        let face = Box.row(spacing: 6)
        title.shorten()
        title.expand(horizontal: true)
        face.append(icon, title)
        gtk_button_set_child(choose.reference.cast(), face.widget)
        choose.expand(horizontal: true)
        parlando_set_tab_role(choose.widget)
        close.align(nil, GTK_ALIGN_CENTER)
        row.append(choose, close)
    }

    /// Runs `body` when the user presses the tab. The argument of `body` is true if the tab is to be closed, false if
    /// it is to be selected.
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
