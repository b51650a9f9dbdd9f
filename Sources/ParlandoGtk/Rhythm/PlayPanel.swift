import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// What is shown until there are results. Parts that are not needed are hidden.
@MainActor final class PlayPanel: Widget {
    let reference: Reference
    let tempo = TempoControl()
    let inputs = ChoiceStrip()
    let exercise = ExerciseChooser()
    let tools = ToolRow()
    private let caption = Label(classes: ["dim-label", "caption", "numeric"])
    private let digit = Label(classes: ["beat-digit", "numeric"])
    let lamps = BeatLamps()
    let meter = DropDown()
    let subdivision = DropDown()
    private let beats = Box.row()
    private let rows = [NotationRow(), NotationRow()]
    private let feedback = FeedbackPanel()
    private let strip = TimingStrip()
    private let music = Box.column(spacing: 2)
    private var shown: RhythmPosition?
    /// Where the position mark was last drawn.
    private var marked: RhythmPosition?

    init() {
        let column = Box.column(spacing: 8, classes: ["rhythm"])
        reference = column.reference
        for row in rows {
            music.append(row)
        }
        music.expand(vertical: true)
        lamps.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        inputs.setAccessibleLabel(tr("Input"))
        meter.name(tr("Time Signature"))
        subdivision.name(tr("Subdivision"))
        parlando_use_wrap_layout(beats.widget, PARLANDO_WRAP_CENTRED, 8)
        beats.append(meter, subdivision)
        column.append(caption, digit, lamps, music, feedback, strip, tempo, beats, inputs, exercise, tools)
    }

    func show(_ change: Change<RhythmViewState>) {
        change.on(\.caption) { text in
            caption.text = text
            caption.isVisible = !text.isEmpty
        }
        change.on(\.tempo) { tempo.show($0) }
        change.on(\.showsTempo) { tempo.isVisible = $0 }
        change.on(\.lamps) { lamps.show($0) }
        change.on(\.canChangeLamps) { lamps.show(canChange: $0) }
        change.on(\.meters) { show(meters: $0, change.new) }
        change.on(\.meter) { meter.show(change.new.meters, chosen: $0) }
        change.on(\.subdivisions) { show(subdivisions: $0, change.new) }
        change.on(\.subdivision) { subdivision.show(change.new.subdivisions, chosen: $0) }
        change.on(\.movement) { $0.map(lamps.move) }
        change.on(\.inputs) { inputs.show($0, chosen: change.new.input.rawValue) }
        change.on(\.input) { inputs.show(change.new.inputs, chosen: $0.rawValue) }
        change.on(\.choices) { choices in
            exercise.isVisible = choices != nil
            choices.map(exercise.show)
        }
        change.on(\.tools) { tools.show($0) }
        change.on(\.rows) { show($0) }
        change.on(\.showsLamps) { lamps.isVisible = $0 }
        change.on(\.showsFeedback) { isShown in
            feedback.isVisible = isShown
            strip.isVisible = isShown
        }
        change.on(\.feedback) { feedback.show($0) }
        change.on(\.strip) { strip.show($0) }
        change.on(\.stripLabels) { strip.show($0) }
    }

    private func show(meters: [RhythmChoices.Option], _ state: RhythmViewState) {
        if !meters.isEmpty {
            meter.show(meters, chosen: state.meter)
        }
        meter.isVisible = !meters.isEmpty
    }

    private func show(subdivisions: [RhythmChoices.Option], _ state: RhythmViewState) {
        if !subdivisions.isEmpty {
            subdivision.show(subdivisions, chosen: state.subdivision)
        }
        subdivision.isVisible = !subdivisions.isEmpty
    }

    private func show(_ bars: [RhythmViewState.Row]) {
        for (index, row) in rows.enumerated() {
            row.show(bars.indices.contains(index) ? bars[index] : nil)
        }
        music.isVisible = !bars.isEmpty
        digit.isVisible = bars.isEmpty
        digit.expand(vertical: bars.isEmpty)
        lamps.resize(width: bars.isEmpty ? 290 : 190, height: bars.isEmpty ? 72 : 36)
    }

    var secondsToBeat: Double {
        shown?.secondsToBeat ?? 0
    }

    func show(_ position: RhythmPosition) {
        shown = position
        lamps.show(lit: position.litLamps)
        let text = digit.isVisible ? position.text : ""
        if digit.text != text {
            digit.text = text
        }
        feedback.show(digit: position.digit == nil ? nil : position.text)
        if marked.map(position.isNoticeable) ?? true {
            marked = position
            for row in rows {
                row.show(position)
            }
        }
    }
}

/// Learning the instrument and measuring the latency, each with its last result.
@MainActor final class ToolRow: Widget {
    let reference: Reference
    private let row = Box.row()
    private var buttons: [Button] = []
    private var body: (@MainActor (PageAction.Kind) -> Void)?

    init() {
        reference = row.reference
        parlando_use_wrap_layout(row.widget, PARLANDO_WRAP_CENTRED, 6)
    }

    func onPress(_ body: @escaping @MainActor (PageAction.Kind) -> Void) {
        self.body = body
    }

    func show(_ tools: [RhythmViewState.Tool]) {
        for button in buttons {
            gtk_box_remove(row.reference.cast(), button.widget)
        }
        buttons = tools.map(button)
        for button in buttons {
            row.append(button)
        }
        isVisible = !tools.isEmpty
    }

    private func button(_ tool: RhythmViewState.Tool) -> Button {
        let button = Button(label: "", classes: ["flat", "chip"])
        let label = Label(tool.label, classes: ["caption"])
        label.shorten()
        gtk_button_set_child(button.reference.cast(), label.widget)
        button.setTooltip(tool.label)
        button.onClick { [weak self] in self?.body?(tool.action.kind) }
        return button
    }
}
