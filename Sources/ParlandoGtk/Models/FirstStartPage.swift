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
        first.models.onChoose = { [weak self] name in self?.firstStartPresenter?.chooseModel(name) }
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
@MainActor final class FirstStartPage: Panel {
    let box = Box.column()
    let begin = Button(label: "", classes: ["pill", "suggested-action"])
    let skip = Button(label: tr("Skip"), classes: ["flat"])
    let more = Button(label: tr("All Models…"), classes: ["flat"])
    let microphone = ChoiceRow(tr("Microphone"))
    let progress = ProgressStrip()
    private let level = LevelRow(tr("Voice Level"))
    private let banner = BannerStrip()
    let models = RadioGroup(
        tr("Speech Model"),
        description: tr(
            "Turns speech into text without the network. Larger models make fewer errors but are slower."))
    private let privacy = RowGroup(tr("Privacy"))

    init() {
        let scroller = Element.scroller(Element.clamp(makeContent(), width: 560))
        scroller.expand(vertical: true)
        box.append(banner, scroller, progress, makeButtons())
    }

    private func makeContent() -> Box {
        let content = Box.column(spacing: 24)
        content.setMargins(horizontal: 12, top: 18, bottom: 18)
        let head = Box.column(spacing: 6)
        head.append(
            Label.centred("title-1", text: tr("Welcome to Parlando")),
            Label.centred(text: tr("Speak, and your words appear. First, a microphone and a speech model.")))
        let sound = RowGroup(tr("Microphone"), [microphone, level])
        more.align(nil, GTK_ALIGN_CENTER)
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

    func show(_ change: Change<FirstStartViewState>) {
        change.on(\.microphones) { microphone.show($0, chosen: change.new.microphone) }
        change.on(\.microphone) { microphone.show(change.new.microphones, chosen: $0) }
        change.on(\.level) { level.show($0) }
        change.on(\.levelNote) { level.show(note: $0) }
        change.on(\.offers) { offers in
            models.show(
                offers.map {
                    .init(
                        id: $0.id, title: $0.title, note: $0.note, isChosen: $0.isChosen,
                        isRecommended: $0.isRecommended)
                })
        }
        change.on(\.canChoose) { models.enable($0) }
        change.on(\.privacy) { privacy.reference.setGroupDescription($0) }
        change.on(\.button) { begin.setLabel($0) }
        change.on(\.canBegin) { begin.isSensitive = $0 }
        change.on(\.progress) { progress.show($0) }
        change.on(\.banner) { banner.show($0) }
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
