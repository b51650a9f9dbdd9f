import CGtk
public import ParlandoPresenters

/// Shows the page of the first start in place of the dictation page. Its widgets are made when it is first shown, which
/// keeps the start of the program fast.
extension DictationPage: FirstStartView {
    public func render(_ state: FirstStartViewState) {
        let old = firstState
        firstState = state
        guard state.isShown || firstStart != nil else {
            return
        }
        let first = firstStart ?? makeFirstStart()
        let isNew = firstStart == nil
        firstStart = first
        first.show(Change(old: isNew ? nil : old, new: state))
        guard state.isShown != old.isShown else {
            return
        }
        first.isVisible = state.isShown
        column.isVisible = !state.isShown
        showHeaderButtons(isShown)
        focus()
    }

    private func makeFirstStart() -> FirstStartPage {
        let first = FirstStartPage()
        first.begin.onClick { [weak self] in self?.firstStartPresenter?.begin() }
        first.skip.onClick { [weak self] in self?.firstStartPresenter?.skip() }
        first.more.onClick { [weak self] in self?.firstStartPresenter?.showAllModels() }
        first.progress.onCancel { [weak self] in self?.firstStartPresenter?.cancel() }
        first.microphone.onChoose { [weak self] id in self?.firstStartPresenter?.chooseMicrophone(id) }
        first.onChooseModel { [weak self] name in self?.firstStartPresenter?.chooseModel(name) }
        for (signal, isVisible) in [("map", true), ("unmap", false)] {
            first.reference.connect(signal) { [weak self] in self?.firstStartPresenter?.setVisible(isVisible) }
        }
        root.append(first)
        return first
    }

    /// A press of the round button while this page is shown.
    func pressFirstStart() {
        firstStartPresenter?.begin()
    }

    public func startDictation() {
        press()
    }
}

/// Page of the first start: a microphone, a speech model, privacy, and one button.
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

@MainActor final class LevelRow: Widget {
    let reference: Reference
    private let bar = Element(gtk_level_bar_new())

    init(_ title: String) {
        reference = Element.row(title, suffixes: bar).reference
        bar.setAccessibleLabel(title)
        gtk_widget_set_size_request(bar.widget, 96, -1)
        // The default colours would mark a low value as a warning, as for a battery that is nearly empty.
        for offset in [GTK_LEVEL_BAR_OFFSET_LOW, GTK_LEVEL_BAR_OFFSET_HIGH, GTK_LEVEL_BAR_OFFSET_FULL] {
            gtk_level_bar_remove_offset_value(bar.opaque, offset)
        }
    }

    /// 0…1.
    func show(_ level: Double) {
        gtk_level_bar_set_value(bar.opaque, level)
    }

    func show(note: String) {
        reference.setRowSubtitle(note)
    }
}
