import CGtk
import CGtkShim
import ParlandoPresenters

/// The text of one side, with words in its place while it is empty.
///
/// Only the tail that changed is replaced, so that the cursor and a selection stay while a translation arrives.
@MainActor final class PaneText: Widget {
    let reference: Reference
    private let view = Element(gtk_text_view_new())
    let buffer: Reference
    private let placeholder = Label(classes: ["dim-label", "translator-placeholder"])
    private var body: (@MainActor (String) -> Void)?
    private var isRendering = false
    /// Whether what the user typed is still to be told.
    private var isUntold = false

    init() {
        reference = Reference(gtk_overlay_new())
        buffer = Reference(UnsafeMutableRawPointer(gtk_text_view_get_buffer(view.reference.cast())))
        let scroller = Element(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(scroller.opaque, view.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_min_content_height(scroller.opaque, 56)
        gtk_overlay_set_child(opaque, scroller.widget)
        gtk_overlay_add_overlay(opaque, placeholder.widget)
        expand(horizontal: true, vertical: true)
        setUp()
        buffer.connect("changed") { [weak self] in self?.didChange() }
    }

    private func setUp() {
        let text: UnsafeMutablePointer<GtkTextView> = view.reference.cast()
        view.setClass("translator-text")
        gtk_text_view_set_wrap_mode(text, GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(text, 0)
        gtk_text_view_set_left_margin(text, 16)
        gtk_text_view_set_right_margin(text, 16)
        gtk_text_view_set_top_margin(text, 14)
        gtk_text_view_set_bottom_margin(text, 8)
        gtk_text_view_set_pixels_inside_wrap(text, 3)
        placeholder.wrap()
        placeholder.align(GTK_ALIGN_FILL, GTK_ALIGN_START)
        gtk_label_set_xalign(placeholder.opaque, 0)
        gtk_widget_set_can_target(placeholder.widget, 0)
        // What it says is told as a property of the text.
        placeholder.setMargins(horizontal: 16, top: 14)
    }

    func onEdit(_ body: @escaping @MainActor (String) -> Void) {
        self.body = body
    }

    func focus() {
        view.grabFocus()
    }

    // MARK: Showing

    func show(_ text: String) {
        // A state that knows nothing yet of what was typed last is not shown; the next one will.
        guard !isUntold else {
            return
        }
        let old = self.text
        guard text != old else {
            return showPlaceholder()
        }
        let kept = zip(old.unicodeScalars, text.unicodeScalars).prefix { $0 == $1 }.count
        isRendering = true
        gtk_text_buffer_begin_irreversible_action(buffer.cast())
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &from, Int32(kept))
        gtk_text_buffer_get_end_iter(buffer.cast(), &to)
        gtk_text_buffer_delete(buffer.cast(), &from, &to)
        gtk_text_buffer_insert(buffer.cast(), &from, String(text.unicodeScalars.dropFirst(kept)), -1)
        gtk_text_buffer_end_irreversible_action(buffer.cast())
        isRendering = false
        showPlaceholder()
    }

    func show(placeholder text: String) {
        placeholder.text = text
        parlando_set_accessible_placeholder(view.widget, text)
        showPlaceholder()
    }

    func show(name: String) {
        view.setAccessibleLabel(name)
    }

    func show(isEditable: Bool) {
        gtk_text_view_set_editable(view.reference.cast(), isEditable.gboolean)
        gtk_text_view_set_cursor_visible(view.reference.cast(), isEditable.gboolean)
        gtk_text_buffer_set_enable_undo(buffer.cast(), isEditable.gboolean)
    }

    func show(isRightToLeft: Bool) {
        parlando_set_right_to_left(view.widget, isRightToLeft)
        gtk_label_set_xalign(placeholder.opaque, isRightToLeft ? 1 : 0)
    }

    func show(isTentative: Bool) {
        view.setClass("tentative", isTentative)
    }

    func show(isLarge: Bool) {
        view.setClass("large-text", isLarge)
        placeholder.setClass("large-text", isLarge)
    }

    private func showPlaceholder() {
        placeholder.isVisible = gtk_text_buffer_get_char_count(buffer.cast()) == 0
    }

    // MARK: Typing

    private func didChange() {
        guard !isRendering else {
            return
        }
        showPlaceholder()
        guard !isUntold else {
            return
        }
        isUntold = true
        // Not at once: GTK is in the middle of the user's action or of undoing one, where nothing else may change.
        Task { [weak self] in self?.tellEdits() }
    }

    /// Tells what the user typed, unless that is done.
    func tellEdits() {
        guard isUntold else {
            return
        }
        isUntold = false
        body?(text)
    }

    private var text: String {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_bounds(buffer.cast(), &from, &to)
        guard let text = gtk_text_buffer_get_text(buffer.cast(), &from, &to, 1) else {
            return ""
        }
        defer { g_free(text) }
        return String(cString: text)
    }
}
