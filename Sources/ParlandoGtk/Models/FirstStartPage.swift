import CGtk
import ParlandoPresenters

/// Page for the first start, shown in place of the dictation page. The user chooses a microphone and a speech model,
/// reads a note on privacy, and starts with one button.
@MainActor final class FirstStartPage: Widget {
    let reference: Reference
    let begin = Button(label: "", classes: ["pill", "suggested-action"])
    let skip = Button(label: tr("Skip"), classes: ["flat"])
    let more = Button(label: tr("All Models…"), classes: ["flat"])
    let microphone = ChoiceRow(tr("Microphone"))
    let progress = ProgressStrip()
    private let level = LevelRow(tr("Voice Level"))
    private let banner = BannerStrip()
    private let models = Element(adw_preferences_group_new())
    private let privacy = Element(adw_preferences_group_new())
    private var rows: [OfferRow] = []
    private var choose: (@MainActor (String) -> Void)?

    init() {
        let column = Box.column()
        reference = column.reference
        let scroller = Element(gtk_scrolled_window_new())
        let clamp = Element(adw_clamp_new())
        let content = makeContent()
        adw_clamp_set_maximum_size(clamp.opaque, 560)
        adw_clamp_set_child(clamp.opaque, content.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, clamp.widget)
        scroller.expand(vertical: true)
        column.append(banner, scroller, progress, makeButtons())
    }

    private func makeContent() -> Box {
        let content = Box.column(spacing: 24)
        content.setMargins(horizontal: 12, top: 18, bottom: 18)
        let title = Label(tr("Welcome to Parlando"), classes: ["title-1"])
        let text = Label(tr("Speak, and your words appear. First, a microphone and a speech model."))
        for label in [title, text] {
            label.wrap()
            gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        }
        let head = Box.column(spacing: 6)
        head.append(title, text)
        let sound = PreferencesGroup(tr("Microphone"), [microphone, level]).make()
        models.reference.setGroupTitle(tr("Speech Model"))
        models.reference.setGroupDescription(
            tr("Turns speech into text without the network. Larger models make fewer errors but are slower."))
        more.align(nil, GTK_ALIGN_CENTER)
        privacy.reference.setGroupTitle(tr("Privacy"))
        content.append(head, sound, models, more, privacy)
        return content
    }

    private func makeButtons() -> Box {
        let buttons = Box.column(spacing: 6)
        buttons.setMargins(horizontal: 12, top: 12, bottom: 12)
        begin.wrap()
        for button in [begin, skip, more] {
            button.align(GTK_ALIGN_CENTER)
        }
        buttons.append(begin, skip)
        return buttons
    }

    /// Calls `body` with the name of the model whenever the user chooses one.
    func onChooseModel(_ body: @escaping @MainActor (String) -> Void) {
        choose = body
    }

    func show(_ change: Change<FirstStartViewState>) {
        change.on(\.microphones) { microphone.show($0, chosen: change.new.microphone) }
        change.on(\.microphone) { microphone.show(change.new.microphones, chosen: $0) }
        change.on(\.level) { level.show($0) }
        change.on(\.levelNote) { level.show(note: $0) }
        change.on(\.offers) { show($0) }
        change.on(\.canChoose) { canChoose in
            for row in rows {
                row.isSensitive = canChoose
            }
        }
        change.on(\.privacy) { privacy.reference.setGroupDescription($0) }
        change.on(\.button) { begin.setLabel($0) }
        change.on(\.canBegin) { begin.isSensitive = $0 }
        change.on(\.progress) { progress.show($0) }
        change.on(\.banner) { banner.show($0) }
    }

    private func show(_ offers: [FirstStartViewState.Offer]) {
        if offers.map(\.id) != rows.map(\.row.id) {
            remake(offers.map(\.id))
        }
        for (row, offer) in zip(rows, offers) {
            row.show(offer)
        }
    }

    private func remake(_ names: [String]) {
        rows.forEach { adw_preferences_group_remove(models.reference.cast(), $0.widget) }
        rows = []
        for name in names {
            let row = OfferRow(name, besides: rows.first)
            row.row.onChoose { [weak self] in self?.choose?($0) }
            adw_preferences_group_add(models.reference.cast(), row.widget)
            rows.append(row)
        }
    }
}
