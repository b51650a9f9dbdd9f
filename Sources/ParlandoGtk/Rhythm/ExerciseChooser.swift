import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// A button with a summary of the exercise, and the popover in which it is configured.
@MainActor final class ExerciseChooser: Widget {
    weak var presenter: RhythmPresenter?

    let reference = Reference(gtk_menu_button_new())
    private let summary = Label()
    private let popover = Element(gtk_popover_new(), classes: ["exercise-chooser"])
    private let sources = ChoiceStrip(isEven: false)
    private let difficulties = ChoiceStrip()
    private let difficultyTitle = Label(tr("Difficulty"), classes: ["heading"], xalign: 0)
    private let patterns = Element(gtk_flow_box_new())
    private let remove = Button(label: tr("Remove Last Pattern"), classes: ["flat"])
    private let bars = DropDown()
    private let rules = ChoiceStrip()
    private let ruleNote = Label.note("dim-label", "caption")
    private var cells: [PatternCell] = []
    private var shown: [Pattern] = []

    init() {
        setClass("exercise-button")
        makeButton()
        makePopover()
        sources.onChoose = { [weak self] id in self?.presenter?.chooseSource(id) }
        difficulties.onChoose = { [weak self] id in self?.presenter?.choose(\.difficulty, id) }
        bars.onChoose { [weak self] id in self?.presenter?.choose(\.bars, id) }
        rules.onChoose = { [weak self] id in self?.presenter?.chooseRule(id) }
        remove.onClick { [weak self] in self?.presenter?.removePattern() }
    }

    private func makeButton() {
        let row = Box.row(spacing: 8)
        let arrow = Element(gtk_image_new_from_icon_name("pan-down-symbolic"))
        summary.shorten()
        summary.expand(horizontal: true)
        row.append(summary, arrow)
        gtk_menu_button_set_child(opaque, row.widget)
        gtk_menu_button_set_popover(opaque, popover.widget)
    }

    private func makePopover() {
        let column = Box.column(spacing: 10)
        let scroller = Element.scroller(patterns, tallest: 250)
        gtk_flow_box_set_selection_mode(patterns.opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(patterns.opaque, 4)
        gtk_flow_box_set_min_children_per_line(patterns.opaque, 2)
        let length = Box.row(spacing: 12)
        let title = Label(tr("Length"), classes: ["heading"], xalign: 0)
        title.expand(horizontal: true)
        bars.name(tr("Length"))
        length.append(title, bars)
        let judging = Label(tr("Judging"), classes: ["heading"], xalign: 0)
        rules.setAccessibleLabel(tr("Judging"))
        column.append(sources, difficultyTitle, difficulties, scroller, remove, length, judging, rules, ruleNote)
        // So the popover fits into the narrowest window, whatever the font size.
        let clamp = Element.clamp(column, width: 320)
        gtk_popover_set_child(popover.reference.cast(), clamp.widget)
    }

    func show(_ choices: RhythmChoices) {
        summary.text = choices.summary
        setTooltip(tr("Exercise: {summary}", ["summary": choices.summary]))
        sources.show(choices.source)
        difficulties.show(choices.difficulty)
        difficultyTitle.isVisible = difficulties.isVisible
        remove.isVisible = choices.isSequence
        remove.isSensitive = choices.canShorten
        bars.show(choices.bars)
        rules.show(choices.rule)
        ruleNote.text = choices.ruleNote
        show(choices.patterns, canChoose: choices.difficulty.options.isEmpty)
    }

    private func show(_ choices: [RhythmChoices.PatternChoice], canChoose: Bool) {
        if choices.map(\.pattern) != shown {
            remake(choices)
        }
        for (cell, choice) in zip(cells, choices) {
            cell.show(isChosen: choice.isChosen)
            // In a random exercise the cells only show which patterns are used.
            cell.isSensitive = canChoose || choice.isChosen
            gtk_widget_set_can_target(cell.widget, canChoose.gboolean)
            gtk_widget_set_focusable(cell.widget, canChoose.gboolean)
        }
    }

    private func remake(_ choices: [RhythmChoices.PatternChoice]) {
        for cell in cells {
            gtk_flow_box_remove(patterns.opaque, cell.widget)
        }
        shown = choices.map(\.pattern)
        cells = choices.map { PatternCell($0) }
        for (cell, pattern) in zip(cells, shown) {
            gtk_flow_box_append(patterns.opaque, cell.widget)
            cell.onClick { [weak self] in self?.presenter?.choosePattern(pattern.id) }
        }
    }
}

/// A button that shows a pattern in music notation.
@MainActor final class PatternCell: Widget {
    let reference = Reference(gtk_button_new())
    private let drawing: Element
    private let layout: NotationLayout

    init(_ choice: RhythmChoices.PatternChoice, height: Int32 = 52) {
        layout = NotationLayout(choice.pattern)
        drawing = .drawing(width: Int32(min(0.12 * Double(height) * layout.scale.width, 92)), height: height)
        setClass("flat")
        setClass("pattern-cell")
        gtk_button_set_child(reference.cast(), drawing.widget)
        drawing.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        setTooltip(choice.title)
        drawing.onDraw { [weak self] in self?.draw($0, $1, $2) }
        show(isChosen: choice.isChosen)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        reference.connect("clicked", body)
    }

    func show(isChosen: Bool) {
        setClass("chosen", isChosen)
        parlando_set_accessible_pressed(widget, isChosen)
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        let tall = layout.bottom - NotationLayout.top
        let space = min(width / layout.scale.width, height / tall)
        cairo_translate(
            cairo, (width - layout.scale.width * space) / 2, (height - tall * space) / 2 - NotationLayout.top * space)
        cairo_scale(cairo, space, space)
        let palette = Palette(of: drawing)
        Palette.set(cairo, palette.foreground, alpha: 0.45)
        NotationSigns.box(cairo, 0.3, -0.04, layout.scale.width - 0.3, 0.04)
        Palette.set(cairo, palette.foreground)
        for sign in layout.signs {
            NotationSigns.draw(sign, cairo)
        }
    }
}
