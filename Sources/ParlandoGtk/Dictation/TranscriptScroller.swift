import CGtk
import ParlandoPresenters

/// Follows the end of the transcript. Once the user scrolls up, it stops and offers a button to jump to the end.
@MainActor final class TranscriptScroller: Widget {
    /// In pixels: a mouse wheel rarely stops exactly at the end.
    private static let slack = 24.0

    let reference = Reference(gtk_overlay_new())
    private let text: TranscriptText
    private let adjustment: Reference
    private let jump = Element(gtk_revealer_new())
    private var followsEnd = true
    private var isScrolling = false
    private var lastValue = 0.0

    init(_ text: TranscriptText) {
        self.text = text
        let scroller = Element.scroller(text)
        adjustment = Reference(UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(scroller.opaque)))
        gtk_overlay_set_child(opaque, scroller.widget)
        addJumpButton()
        adjustment.connect("changed") { [weak self] in self?.sizeDidChange() }
        adjustment.connect("value-changed") { [weak self] in self?.positionDidChange() }
    }

    private func addJumpButton() {
        let button = Button(icon: "go-bottom-symbolic", tooltip: tr("Jump to End"), classes: ["circular", "osd"])
        button.onClick { [weak self] in self?.followEnd() }
        gtk_revealer_set_child(jump.opaque, button.widget)
        gtk_revealer_set_transition_type(jump.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        jump.align(GTK_ALIGN_CENTER, GTK_ALIGN_END)
        jump.setMargins(bottom: 12)
        gtk_widget_set_can_target(jump.widget, 0)
        gtk_overlay_add_overlay(opaque, jump.widget)
    }

    /// Keeps the last words and the button above a toast.
    func makeRoom(forToast isShown: Bool) {
        let height: Int32 = isShown ? (hasLargeText ? 180 : 104) : 0
        gtk_text_view_set_bottom_margin(text.reference.cast(), max(TranscriptText.margin, height))
        jump.setMargins(bottom: 12 + height)
    }

    func followEnd() {
        followsEnd = true
        sizeDidChange()
    }

    private var end: Double {
        gtk_adjustment_get_upper(adjustment.cast()) - gtk_adjustment_get_page_size(adjustment.cast())
    }

    /// On the next iteration of the main loop: the text view measures its lines step by step, and would lose its
    /// position if it were scrolled meanwhile.
    private func sizeDidChange() {
        guard followsEnd, !isScrolling else {
            return
        }
        isScrolling = true
        Task { [weak self] in self?.scrollToEnd() }
    }

    private func scrollToEnd() {
        gtk_adjustment_set_value(adjustment.cast(), end)
        lastValue = gtk_adjustment_get_value(adjustment.cast())
        isScrolling = false
        showJump()
    }

    /// Only the user moves upwards: the text view itself moves downwards when it measures lines.
    private func positionDidChange() {
        guard !isScrolling else {
            return
        }
        let value = gtk_adjustment_get_value(adjustment.cast())
        if value >= end - Self.slack {
            followsEnd = true
        } else if value < lastValue {
            followsEnd = false
        }
        lastValue = value
        showJump()
    }

    private func showJump() {
        gtk_revealer_set_reveal_child(jump.opaque, (!followsEnd).gboolean)
        gtk_widget_set_can_target(jump.widget, (!followsEnd).gboolean)
    }
}
