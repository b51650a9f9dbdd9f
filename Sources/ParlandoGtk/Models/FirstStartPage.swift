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
        first.banner.onAction { [weak self] kind in self?.firstStartPresenter?.press(kind) }
        first.models.onPressModel = { [weak self] _, name in self?.firstStartPresenter?.chooseModel(name) }
        for (signal, isVisible) in [("map", true), ("unmap", false)] {
            first.reference.connect(signal) { [weak self] in self?.firstStartPresenter?.setVisible(isVisible) }
        }
        root.append(first)
        return first
    }

    public func startDictation() {
        press()
    }

    public func chooseModelFile() {
        FileDialog.openModel(over: root).choose(showToast) { [weak self] path in
            self?.firstStartPresenter?.importModel(from: path)
        }
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
    let banner = BannerStrip()
    let models = ModelGroup(tr("Speech Model"), isChoice: true)
    private let level = LevelBar(tr("Voice Level"))
    private let privacy = Label.centred()

    init() {
        let scroller = Element.scroller(Element.clamp(makeContent(), width: 560))
        scroller.expand(vertical: true)
        box.append(banner, scroller, Element.clamp(progress, width: 560), makeButtons())
    }

    private func makeContent() -> Box {
        let content = Box.column(spacing: 12)
        content.setMargins(horizontal: 12, top: 12, bottom: 12)
        adw_action_row_add_prefix(microphone.reference.cast(), level.widget)
        more.align(nil, GTK_ALIGN_CENTER)
        content.append(
            Label.centred("title-2", text: tr("Welcome to Parlando")), privacy, RowGroup("", [microphone]), models,
            more)
        return content
    }

    private func makeButtons() -> Box {
        let buttons = Box.column(spacing: 6)
        buttons.setMargins(horizontal: 12, top: 6, bottom: 6)
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
        change.on(\.levelNote) { microphone.show(note: $0) }
        change.on(\.offers) { models.show($0) }
        change.on(\.privacy) { privacy.text = $0 }
        change.on(\.button) { begin.setLabel($0) }
        change.on(\.canBegin) { begin.isSensitive = $0 }
        change.on(\.progress) { progress.show($0) }
        change.on(\.banner) { banner.show($0) }
    }
}

@MainActor struct LevelBar: Widget {
    let reference = Reference(gtk_level_bar_new())

    init(_ title: String) {
        setAccessibleLabel(title)
        align(nil, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(widget, 32, -1)
        // The default colours would mark a low value as a warning, as for a battery that is nearly empty.
        for offset in [GTK_LEVEL_BAR_OFFSET_LOW, GTK_LEVEL_BAR_OFFSET_HIGH, GTK_LEVEL_BAR_OFFSET_FULL] {
            gtk_level_bar_remove_offset_value(opaque, offset)
        }
    }

    /// 0…1.
    func show(_ level: Double) {
        gtk_level_bar_set_value(opaque, level)
    }
}
