import CGtk
import ParlandoPresenters

/// Row of a speech model that can be downloaded: a radio button, a note on the model, and a star if it is recommended.
@MainActor final class OfferRow: Widget {
    let row: RadioRow
    private let star = Element(gtk_image_new_from_icon_name("starred-symbolic"), classes: ["accent"])

    var reference: Reference {
        row.reference
    }

    init(_ name: String, besides other: OfferRow?) {
        row = RadioRow(name, besides: other?.row)
        adw_action_row_add_suffix(reference.cast(), star.widget)
    }

    func show(_ offer: FirstStartViewState.Offer) {
        row.show(offer.title, offer.note, isChosen: offer.isChosen)
        star.isVisible = offer.isRecommended
    }
}
