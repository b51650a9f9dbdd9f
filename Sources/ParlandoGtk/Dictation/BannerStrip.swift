import CGtk
import CGtkShim
import ParlandoPresenters

/// Banner about a problem, with up to two actions: beside the text in a wide window, below it in a narrow one.
/// Libadwaita 1.2 has no banner widget.
@MainActor final class BannerStrip: Widget {
    let reference = Reference(gtk_revealer_new())
    private let squeezer = Element(adw_squeezer_new())
    private let faces: [BannerFace]
    private var shown: PageBanner?

    /// - Parameter lines: shows at most so many; the tooltip has the whole text. 0 for all.
    init(lines: Int32 = 0) {
        faces = [true, false].map { BannerFace(isWide: $0, lines: lines) }
        adw_squeezer_set_homogeneous(squeezer.opaque, 0)
        for face in faces {
            adw_squeezer_add(squeezer.opaque, face.widget)
        }
        gtk_revealer_set_child(opaque, squeezer.widget)
        squeezer.reference.connect("notify::visible-child") { [weak self] in self?.didChangeFace() }
    }

    /// The squeezer changes its child during size allocation, when GTK ignores a resize request.
    private func didChangeFace() {
        Task { [weak self] in
            if let self {
                gtk_widget_queue_resize(squeezer.widget)
            }
        }
    }

    func onAction(_ body: @escaping @MainActor (PageAction.Kind) -> Void) {
        for face in faces {
            face.button.onClick { [weak self] in
                if let action = self?.shown?.action {
                    body(action.kind)
                }
            }
            face.other.onClick { [weak self] in
                if let action = self?.shown?.alternative {
                    body(action.kind)
                }
            }
        }
    }

    /// The old text stays until the strip has slid out of sight.
    func show(_ banner: PageBanner?) {
        gtk_revealer_set_reveal_child(opaque, (banner != nil).gboolean)
        shown = banner
        if let banner {
            faces.forEach { $0.show(banner) }
        }
    }
}

/// The wide or narrow layout. Assistive technologies announce the text, which can take the keyboard focus.
@MainActor struct BannerFace: Widget {
    let reference: Reference
    let button = Button(label: "")
    let other = Button(label: "")
    private let icon = Element(gtk_image_new())
    private let label = Label.note()

    init(isWide: Bool, lines: Int32 = 0) {
        let strip = isWide ? Box.row(spacing: 12) : Box.column(spacing: 8)
        reference = strip.reference
        strip.setClass("banner-strip")
        parlando_set_role(label.widget, GTK_ACCESSIBLE_ROLE_STATUS)
        gtk_widget_set_focusable(label.widget, 1)
        label.expand(horizontal: true)
        if lines > 0 {
            gtk_label_set_lines(label.opaque, lines)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        }
        if isWide {
            // The squeezer switches to the narrow layout before the text wraps too much.
            gtk_label_set_width_chars(label.opaque, 34)
        }
        button.isVisible = false
        other.isVisible = false
        // A narrow window has no room for two buttons side by side.
        let buttons = isWide ? Box.row(spacing: 8) : Box.column(spacing: 6)
        buttons.align(GTK_ALIGN_END, GTK_ALIGN_CENTER)
        if isWide {
            buttons.append(other, button)
        } else {
            buttons.append(button, other)
            button.wrap()
            other.wrap()
        }
        let words = Box.row(spacing: 12)
        words.append(icon, label)
        strip.append(words, buttons)
    }

    func show(_ banner: PageBanner) {
        label.text = banner.text
        gtk_widget_set_tooltip_text(label.widget, gtk_label_get_lines(label.opaque) > 0 ? banner.text : nil)
        button.isVisible = banner.action != nil
        button.setLabel(banner.action?.label ?? "")
        other.isVisible = banner.alternative != nil
        other.setLabel(banner.alternative?.label ?? "")
        setClass("tone-information", banner.tone == .information)
        setClass("tone-warning", banner.tone == .warning)
        setClass("tone-failure", banner.tone == .failure)
        gtk_image_set_from_icon_name(icon.opaque, Self.icon(for: banner.tone))
    }

    private static func icon(for tone: PageBanner.Tone) -> String {
        switch tone {
        case .information: "dialog-information-symbolic"
        case .warning: "dialog-warning-symbolic"
        case .failure: "dialog-error-symbolic"
        }
    }
}

/// Progress of a task, with a spinner in place of the bar if the fraction is unknown.
@MainActor final class ProgressStrip: Widget {
    let reference = Reference(gtk_revealer_new())
    private let label = Label.note("dim-label", "caption", "numeric")
    private let bar = Element(gtk_progress_bar_new())
    private let spinner = Element(gtk_spinner_new())
    private let cancel = Button(icon: "process-stop-symbolic", tooltip: tr("Cancel"), classes: ["flat", "circular"])

    init() {
        let column = Box.column(spacing: 6)
        column.append(label, bar)
        column.expand(horizontal: true)
        column.align(nil, GTK_ALIGN_CENTER)
        let row = Box.row(spacing: 12, classes: ["progress-strip"])
        row.append(spinner, column, cancel)
        cancel.align(nil, GTK_ALIGN_CENTER)
        gtk_revealer_set_child(opaque, row.widget)
    }

    func onCancel(_ body: @escaping @MainActor () -> Void) {
        cancel.onClick(body)
    }

    func show(_ progress: PageProgress?) {
        gtk_revealer_set_reveal_child(opaque, (progress != nil).gboolean)
        spinner.spin(progress != nil && progress?.fraction == nil)
        guard let progress else {
            return
        }
        label.text = progress.text
        bar.isVisible = progress.fraction != nil
        gtk_progress_bar_set_fraction(bar.opaque, progress.fraction ?? 0)
        bar.setAccessibleLabel(progress.text)
        cancel.isVisible = progress.canCancel
    }
}

/// Assistive technologies announce it, and it can take the keyboard focus.
@MainActor struct StatusLine: Widget {
    private let label = Label.centred("dim-label", "status")

    var reference: Reference { label.reference }

    init() {
        parlando_set_role(label.widget, GTK_ACCESSIBLE_ROLE_STATUS)
    }

    func show(_ text: String) {
        label.text = text
        // An empty line must not take the focus.
        gtk_widget_set_focusable(label.widget, (!text.isEmpty).gboolean)
    }
}
