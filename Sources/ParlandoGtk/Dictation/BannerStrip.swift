import CGtk
import ParlandoPresenters

/// A strip that says what is not as it should be, and what can be done. Libadwaita 1.2 has none of its own.
///
/// In a wide window the button stands beside the words, in a narrow one below them.
@MainActor final class BannerStrip: Widget {
    typealias Banner = TranscriptionViewState.Banner

    let reference: Reference
    private let squeezer = Element(adw_squeezer_new())
    private let faces = [BannerFace(isWide: true), BannerFace(isWide: false)]
    private var kind: TranscriptionViewState.Action.Kind?
    private var otherKind: TranscriptionViewState.Action.Kind?

    init() {
        reference = Reference(gtk_revealer_new())
        adw_squeezer_set_homogeneous(squeezer.opaque, 0)
        for face in faces {
            adw_squeezer_add(squeezer.opaque, face.widget)
        }
        gtk_revealer_set_child(opaque, squeezer.widget)
        squeezer.reference.connect("notify::visible-child") { [weak self] in self?.didChangeFace() }
    }

    /// The squeezer changes its face while it is given its place, when a wish for another height is not heard.
    private func didChangeFace() {
        Task { [weak self] in
            if let self {
                gtk_widget_queue_resize(squeezer.widget)
            }
        }
    }

    func onAction(_ body: @escaping @MainActor (TranscriptionViewState.Action.Kind) -> Void) {
        for face in faces {
            face.button.onClick { [weak self] in
                if let kind = self?.kind {
                    body(kind)
                }
            }
            face.other.onClick { [weak self] in
                if let kind = self?.otherKind {
                    body(kind)
                }
            }
        }
    }

    /// Nil slides the strip away; its words stay until it is out of sight.
    func show(_ banner: Banner?) {
        gtk_revealer_set_reveal_child(opaque, (banner != nil).gboolean)
        kind = banner?.action?.kind
        otherKind = banner?.alternative?.kind
        guard let banner else {
            return
        }
        for face in faces {
            face.show(banner)
        }
    }
}
