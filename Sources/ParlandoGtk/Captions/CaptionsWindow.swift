import CGtk
import CGtkShim
import ParlandoCore
public import ParlandoPresenters

/// The window with captions. Its widgets exist only while it is open.
@MainActor public final class CaptionsWindow {
    public weak var presenter: CaptionPresenter?
    private let application: Application
    private weak var main: MainWindow?
    private var content: CaptionsContent?
    private var state = CaptionViewState()

    /// Call after GTK has started.
    public init(_ application: Application) {
        self.application = application
    }

    /// The window is over no other, because films and meetings are; but it does not outlive `main`. Call once.
    func follow(_ main: MainWindow) {
        self.main = main
        // "destroy" comes only once nobody holds it any more.
        main.reference.connect("unrealize") { [weak self] in self?.close() }
    }

    private func make() -> CaptionsContent {
        let content = CaptionsContent()
        gtk_window_set_application(content.window.reference.cast(), application.reference.cast())
        content.window.onKey { [weak self] event in self?.handles(event) ?? false }
        content.window.reference.connectClose { [weak self] in
            self?.content = nil
            self?.presenter?.windowDidClose()
            return true
        }
        content.banner.onAction { [weak self] action in self?.presenter?.press(action) }
        for row in content.rows {
            row.onChange { [weak self] change in self?.presenter?.apply(change) }
        }
        content.show(Change(old: nil, new: state))
        self.content = content
        return content
    }

    /// Escape, which is pressed for the film below, does not close the window.
    private func handles(_ event: InputEvent) -> Bool {
        let steps: [Int32: Int] = [
            GDK_KEY_plus: 1, GDK_KEY_equal: 1, GDK_KEY_KP_Add: 1, GDK_KEY_minus: -1, GDK_KEY_KP_Subtract: -1,
            GDK_KEY_0: 0, GDK_KEY_KP_0: 0,
        ]
        if event.isControlHeld, event.value == GDK_KEY_question {
            main?.perform(.shortcuts)
            return true
        }
        guard event.isControlHeld, let step = steps[event.value] else {
            return event.value == GDK_KEY_Escape
        }
        presenter?.resize(by: step)
        return true
    }
}

extension CaptionsWindow: CaptionView {
    public func render(_ state: CaptionViewState) {
        let change = Change(old: self.state, new: state)
        self.state = state
        content?.show(change)
        change.on(\.farewell) { _ in main?.updateInhibition() }
        change.on(\.keepsScreenOn) { isOn in
            if let window = content?.window.reference ?? main?.reference {
                application.inhibit(GTK_APPLICATION_INHIBIT_IDLE, isOn, over: window, tr("Captions are shown"))
            }
        }
    }

    public func show() {
        gtk_window_present((content ?? make()).window.reference.cast())
    }

    public func close() {
        if let content {
            gtk_window_close(content.window.reference.cast())
        }
    }

    public func openPreferences(_ part: PreferencesPart) {
        main?.present()
        main?.openPreferences(part)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        guard let content else {
            return false
        }
        return await Question.ask(question, over: content.window.reference.cast()) == .goOn
    }
}

extension CaptionsWindow: Leaving {
    public var farewell: PageQuestion? {
        state.farewell
    }

    public func saveBeforeLeaving() async -> Bool {
        await presenter?.finish()
        return true
    }

    public func leave(discards: Bool) async {
        if discards {
            await presenter?.leave()
        }
    }
}

/// What the window holds: white letters on black, whatever the theme, as on television.
@MainActor private final class CaptionsContent {
    let window = Element(adw_window_new(), classes: ["captions"])
    let banner = BannerStrip(lines: 2)
    private let ground = Box.column(classes: ["captions-ground"])
    private let title = Label.centred("heading")
    private let label = Label.note("captions-text")
    private let source = ChoiceRow(\.captions.source, tr("Sound"))
    private let target = ChoiceRow(\.captions.target, tr("Translation"))
    private let size = NumberRow(slider: \.captions.textSize, tr("Text Size"))
    private let opacity = NumberRow(slider: \.captions.opacity, tr("Background"))

    var rows: [any PreferenceRow] {
        [source, target, size, opacity]
    }

    init() {
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        gtk_label_set_natural_wrap_mode(title.opaque, GTK_NATURAL_WRAP_NONE)
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        let lines = Element(parlando_lines_new(label.widget))
        lines.setMargins(horizontal: 18, bottom: 12)
        lines.expand(vertical: true)
        let column = Box.column()
        column.append(header, banner, lines)
        let overlay = Element(gtk_overlay_new())
        // The window is as high as the column has to be at its width. GTK measures what is over a child at its least.
        gtk_overlay_set_child(overlay.opaque, column.widget)
        gtk_overlay_add_overlay(overlay.opaque, ground.widget)
        gtk_widget_insert_after(ground.widget, overlay.widget, nil)
        gtk_window_set_default_size(window.reference.cast(), 720, 180)
        gtk_widget_set_size_request(window.widget, MainWindow.minimumWidth, 120)
        let isAbove = parlando_keep_above(window.reference.cast())
        header.pack(end: [makeMenu(isAbove: isAbove)])
        adw_window_set_content(window.reference.cast(), overlay.widget)
    }

    private func makeMenu(isAbove: Bool) -> Element {
        let column = Box.column(spacing: 12)
        column.setMargins(horizontal: 6, top: 6, bottom: 6)
        [source, target].forEach { $0.isAlwaysBelow = true }
        column.append(RowGroup("", rows))
        if !isAbove {
            column.append(
                Label.note(
                    "dim-label", "caption",
                    text: tr("To keep captions above other windows, press Alt+Space and choose Always on Top.")))
        }
        let popover = Element(gtk_popover_new())
        let scroller = Element.scroller(column, tallest: 600)
        gtk_widget_set_size_request(scroller.widget, 312, -1)
        gtk_popover_set_child(popover.reference.cast(), scroller.widget)
        let button = Element(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, "view-more-symbolic")
        gtk_menu_button_set_popover(button.opaque, popover.widget)
        gtk_menu_button_set_primary(button.opaque, 1)
        // The part that takes the focus.
        Element(gtk_widget_get_first_child(button.widget)).setTooltip(tr("Captions Settings"))
        return button
    }

    func show(_ change: Change<CaptionViewState>) {
        let (state, captions) = (change.new, change.new.preferences.captions)
        change.on(\.title) { text in
            title.text = text
            gtk_window_set_title(window.reference.cast(), text)
        }
        change.on(\.banner) { banner.show($0) }
        source.show(ChoiceRow.Option.captionSources, chosen: state.source)
        target.show(ChoiceRow.Option.captionTargets, chosen: state.target)
        change.on(\.preferences) { preferences in
            size.show(preferences)
            opacity.show(preferences)
        }
        gtk_widget_set_opacity(ground.widget, Double(captions.opacity) / 100)
        label.show(state.sentences, hint: state.hint, percent: captions.textSize)
    }
}
