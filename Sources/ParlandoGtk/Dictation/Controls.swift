import CGtk
import ParlandoPresenters

/// Controls at the bottom of the page.
@MainActor final class Controls: Panel {
    let box = Box.column(classes: ["controls"])
    let record = RecordButton(
        startIcon: "audio-input-microphone-symbolic", ringSide: 124, loudness: tr("Voice Level"))
    let pause = Button.pause()
    let status = StatusLine()
    let bar = EditBar()
    let elapsed = Label(classes: ["elapsed", "numeric"])

    init() {
        elapsed.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        box.append(record.makeRow(between: elapsed, and: pause), record.label, status, bar)
    }
}

/// Row of text actions around the pill.
@MainActor final class EditBar: Widget {
    let reference = Reference(gtk_center_box_new())
    let undo = Button(icon: "edit-undo-symbolic", tooltip: tr("Undo"), classes: ["flat"])
    let redo = Button(icon: "edit-redo-symbolic", tooltip: tr("Redo"), classes: ["flat"])
    let copy = Button(icon: "edit-copy-symbolic", label: tr("Copy"), tooltip: tr("Copy"), classes: ["flat"])
    let save = Button(icon: "document-save-symbolic", label: tr("Save…"), tooltip: tr("Save…"), classes: ["flat"])
    let clean = CleanupButton()
    private let captions = Button(
        icon: "media-view-subtitles-symbolic", tooltip: tr("Captions"), classes: ["flat"])
    let pill = PillButton()

    init() {
        setClass("edit-bar")
        let left = Box.row(spacing: 2)
        for (button, action) in [(undo, "undo"), (redo, "redo"), (copy, "copy"), (save, "save")] {
            button.setAction("dictation." + action)
        }
        captions.setAction("app.captions")
        left.append(undo, redo, clean, captions)
        let right = makeRight()
        pill.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_center_box_set_start_widget(opaque, left.widget)
        gtk_center_box_set_center_widget(opaque, pill.widget)
        gtk_center_box_set_end_widget(opaque, right.widget)
    }

    /// With words if there is room for both.
    private func makeRight() -> Element {
        let (words, icons) = (Box.row(spacing: 2), Box.row(spacing: 2))
        words.append(copy, save)
        for (icon, name, action) in [
            ("edit-copy-symbolic", tr("Copy"), "copy"), ("document-save-symbolic", tr("Save…"), "save"),
        ] {
            let button = Button(icon: icon, tooltip: name, classes: ["flat"])
            button.setAction("dictation." + action)
            icons.append(button)
        }
        let right = Element(adw_squeezer_new())
        adw_squeezer_set_homogeneous(right.opaque, 0)
        adw_squeezer_set_xalign(right.opaque, 1)
        for row in [words, icons] {
            adw_squeezer_add(right.opaque, row.widget)
        }
        right.align(GTK_ALIGN_END)
        return right
    }
}

/// Offers what a language model can do with the text; hidden without one.
@MainActor final class CleanupButton: Widget {
    let reference = Reference(gtk_menu_button_new())
    var onChoose: (@MainActor (String) -> Void)?
    private let popover = Element(gtk_popover_new())

    init() {
        setClass("flat")
        gtk_menu_button_set_icon_name(opaque, "edit-clear-all-symbolic")
        gtk_menu_button_set_direction(opaque, GTK_ARROW_UP)
        gtk_menu_button_set_popover(opaque, popover.widget)
        // The part that takes the focus.
        Element(gtk_widget_get_first_child(widget)).setTooltip(tr("Clean Up Text"))
    }

    func show(_ tasks: [PreferencesViewState.Option]) {
        isVisible = !tasks.isEmpty
        let column = Box.column()
        for task in tasks {
            let (button, label) = (Button(label: "", classes: ["flat"]), Label(task.title))
            label.shorten(to: 40)
            gtk_button_set_child(button.reference.cast(), label.widget)
            button.setTooltip(task.title)
            button.onClick { [weak self] in
                self.map { gtk_menu_button_popdown($0.opaque) }
                self?.onChoose?(task.id)
            }
            column.append(button)
        }
        gtk_popover_set_child(popover.reference.cast(), column.widget)
    }
}
