import CGtk
import ParlandoPresenters

/// A strip that says what is not as it should be, and what can be done. Libadwaita 1.2 has none of its own.
@MainActor final class BannerStrip: Widget {
    typealias Banner = TranscriptionViewState.Banner

    let reference: Reference
    private let strip = Box.row(spacing: 12, classes: ["banner-strip"])
    private let icon = Element(gtk_image_new())
    private let label = Label(classes: ["banner-text"])
    private let button = Button(label: "")
    private var kind: TranscriptionViewState.Action.Kind?

    init() {
        reference = Reference(gtk_revealer_new())
        label.wrap()
        label.expand(horizontal: true)
        gtk_label_set_xalign(label.opaque, 0)
        button.align(nil, GTK_ALIGN_CENTER)
        strip.append(icon, label, button)
        gtk_revealer_set_child(opaque, strip.widget)
    }

    func onAction(_ body: @escaping @MainActor (TranscriptionViewState.Action.Kind) -> Void) {
        button.onClick { [weak self] in
            if let kind = self?.kind {
                body(kind)
            }
        }
    }

    /// Nil slides the strip away; its text stays until it is out of sight.
    func show(_ banner: Banner?) {
        gtk_revealer_set_reveal_child(opaque, (banner != nil).gboolean)
        kind = banner?.action?.kind
        guard let banner else {
            return
        }
        label.text = banner.text
        button.isVisible = banner.action != nil
        button.setLabel(banner.action?.label ?? "")
        show(banner.tone)
    }

    private func show(_ tone: Banner.Tone) {
        strip.setClass("information", tone == .information)
        strip.setClass("warning", tone == .warning)
        strip.setClass("failure", tone == .failure)
        let name =
            switch tone {
            case .information: "dialog-information-symbolic"
            case .warning: "dialog-warning-symbolic"
            case .failure: "dialog-error-symbolic"
            }
        gtk_image_set_from_icon_name(icon.opaque, name)
    }
}
