import CGtk
import ParlandoPresenters

/// Row of a speech model that can be downloaded: a radio button, a note on the model, and a star if it is recommended.
@MainActor final class OfferRow: Widget {
    let reference = Reference(adw_action_row_new())
    let name: String
    let radio = Element(gtk_check_button_new())
    private let star = Element(gtk_image_new_from_icon_name("starred-symbolic"), classes: ["accent"])
    private var isRendering = false

    init(_ name: String) {
        self.name = name
        radio.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_prefix(reference.cast(), radio.widget)
        adw_action_row_set_activatable_widget(reference.cast(), radio.widget)
        adw_action_row_add_suffix(reference.cast(), star.widget)
    }

    /// Calls `body` with the model's name whenever the user chooses the model.
    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        radio.reference.connect("toggled") { [weak self] in
            if let self, !isRendering, gtk_check_button_get_active(radio.reference.cast()) != 0 {
                body(name)
            }
        }
    }

    func show(_ offer: FirstStartViewState.Offer) {
        isRendering = true
        reference.setRowTitle(offer.title)
        reference.setRowSubtitle(offer.note)
        gtk_check_button_set_active(radio.reference.cast(), offer.isChosen.gboolean)
        star.isVisible = offer.isRecommended
        isRendering = false
    }
}
