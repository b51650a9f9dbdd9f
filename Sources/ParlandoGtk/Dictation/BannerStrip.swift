import CGtk
import ParlandoPresenters

/// Banner at the top of the page: describes a problem and offers up to two actions. Libadwaita 1.2 has no banner
/// widget.
///
/// In a wide window the buttons are beside the text, in a narrow one below it.
@MainActor final class BannerStrip: Widget {
    typealias Banner = DictationViewState.Banner

    let reference: Reference
    private let squeezer = Element(adw_squeezer_new())
    private let faces = [BannerFace(isWide: true), BannerFace(isWide: false)]
    private var kind: DictationViewState.Action.Kind?
    private var otherKind: DictationViewState.Action.Kind?

    init() {
        reference = Reference(gtk_revealer_new())
        adw_squeezer_set_homogeneous(squeezer.opaque, 0)
        for face in faces {
            adw_squeezer_add(squeezer.opaque, face.widget)
        }
        gtk_revealer_set_child(opaque, squeezer.widget)
        squeezer.reference.connect("notify::visible-child") { [weak self] in self?.didChangeFace() }
    }

    /// Asks for a new layout after the squeezer has changed its visible child. The change happens during size
    /// allocation, when GTK ignores a resize request.
    private func didChangeFace() {
        Task { [weak self] in
            if let self {
                gtk_widget_queue_resize(squeezer.widget)
            }
        }
    }

    func onAction(_ body: @escaping @MainActor (DictationViewState.Action.Kind) -> Void) {
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

    /// Shows a banner, or hides the strip if `banner` is nil; the old text stays until the strip has slid out of sight.
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
