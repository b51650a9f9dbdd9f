import CGtk
import ParlandoCore
import ParlandoPresenters

/// Names model and language, and opens a popover to change them and the microphone.
@MainActor final class PillButton: Widget {
    weak var presenter: DictationPresenter?
    weak var privacyPresenter: PrivateDictationPresenter?

    let reference = Reference(gtk_menu_button_new())
    private let label = Label(classes: ["caption"])
    private let eye = Element(gtk_image_new_from_icon_name("view-conceal-symbolic"))
    private let popover = Element(gtk_popover_new())
    private let engine = ChoiceRow(\.servers.engine, tr("Speech Recognition"))
    private let language = ChoiceRow(\.language, tr("Language"))
    private let onlyLanguage = Element.row(tr("Language"))
    private let models = ModelGroup(tr("Model"), isChoice: true)
    private let more = Button(label: tr("All Models…"), classes: ["flat"])
    private let microphone = ChoiceRow(\.microphone, tr("Microphone"))
    private let level = LevelBar(tr("Voice Level"))
    private let secret = ToggleRow(
        tr("Leave Out of the History"), subtitle: tr("The current dictation, or else the next one"))
    private var shownModels: [ModelGroup.Model] = []
    /// What the pill says, and whether the dictation is left out of the history.
    private var names = ["", ""]

    init() {
        label.shorten()
        eye.isVisible = false
        let face = Box.row(spacing: 6)
        face.append(eye, label)
        gtk_menu_button_set_child(opaque, face.widget)
        gtk_menu_button_set_direction(opaque, GTK_ARROW_UP)
        button.setClass("flat")
        button.setClass("chip")
        let content = Box.column(spacing: 12)
        content.setMargins(horizontal: 6, top: 6, bottom: 6)
        more.align(GTK_ALIGN_CENTER)
        content.append(
            RowGroup("", [engine, language, onlyLanguage]), models, more, RowGroup("", [microphone, secret]))
        adw_action_row_add_prefix(microphone.reference.cast(), level.widget)
        let scroller = Element.scroller(content, tallest: 560)
        gtk_widget_set_size_request(scroller.widget, 312, -1)
        gtk_popover_set_child(popover.reference.cast(), scroller.widget)
        gtk_menu_button_set_popover(opaque, popover.widget)
        connect()
    }

    /// The part of a menu button that takes the focus.
    private var button: Element {
        Element(gtk_widget_get_first_child(widget))
    }

    private func connect() {
        for (signal, isOpen) in [("map", true), ("unmap", false)] {
            popover.reference.connect(signal) { [weak self] in self?.presenter?.setPillOpen(isOpen) }
        }
        for row in [engine, language, microphone] {
            row.onChange { [weak self] change in self?.presenter?.apply(change) }
        }
        models.onPressModel = { [weak self] _, name in
            self?.presenter?.chooseModel(name)
            // The mark moves only once the model is chosen, which the user may be asked about.
            Task { self?.showModels() }
        }
        more.onClick { [weak self] in self?.presenter?.showAllModels() }
        secret.onChange { [weak self] isOn in self?.privacyPresenter?.setPrivate(isOn) }
    }

    func show(_ change: Change<DictationViewState>) {
        change.on(\.chip) { text in
            isVisible = !text.isEmpty
            label.text = text
        }
        change.on(\.pillName) { show(name: $0, at: 0) }
        show(Change(old: change.old?.pill, new: change.new.pill))
        if change.old?.isPillOpen == true, !change.new.isPillOpen {
            gtk_menu_button_popdown(opaque)
        }
    }

    func show(_ state: PrivateDictationState) {
        secret.isVisible = state.isVisible
        secret.show(state.isOn)
        eye.isVisible = state.isOn
        show(name: state.note, at: 1)
    }

    private func show(name: String, at index: Int) {
        names[index] = name
        setTooltip(names.filter { !$0.isEmpty }.joined(separator: ", "))
        button.setAccessibleLabel(reference.tooltip)
    }

    private func show(_ change: Change<DictationPill>) {
        change.on(\.engine) { show($0, in: engine) }
        change.on(\.language) { show($0, in: language) }
        change.on(\.microphone) { show($0, in: microphone) }
        change.on(\.onlyLanguage) { note in
            onlyLanguage.isVisible = !note.isEmpty
            onlyLanguage.reference.setRowSubtitle(note)
        }
        change.on(\.models) { list in
            shownModels = list
            models.isVisible = !list.isEmpty
            more.isVisible = !list.isEmpty
            showModels()
        }
        change.on(\.modelNote) { models.reference.setGroupDescription($0) }
        change.on(\.level) { level.show($0) }
    }

    private func show(_ choice: DictationPill.Choice, in row: ChoiceRow) {
        row.show(choice.options, chosen: choice.chosen)
        row.show(note: choice.note)
    }

    private func showModels() {
        models.show(shownModels)
    }
}
