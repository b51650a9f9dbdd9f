import CGtk
import ParlandoCore
import ParlandoPresenters

/// What is shown until there are results. Parts that are not needed are hidden.
@MainActor final class PlayPanel: Panel {
    let box = Box.column(spacing: 8, classes: ["rhythm"])
    let tempo = TempoControl()
    let inputs = ChoiceStrip()
    let exercise = ExerciseChooser()
    /// The exercise, and the button of those that were saved.
    let choosing = Box.row(spacing: 8)
    let tools = ToolRow()
    let practice = PracticeButton()
    /// For what belongs to the exercises as a whole.
    private let caption = Label.centred("dim-label", "caption", "numeric")
    private let notice = StatusLine()
    private let digit = Label(classes: ["beat-digit", "numeric"])
    let lamps = BeatLamps(width: 290, height: 72, canChange: true)
    private let playedLamps = BeatLamps(width: 190, height: 36, canChange: false)
    let meter = DropDown()
    let subdivision = DropDown()
    private let rows = [NotationRow(), NotationRow()]
    private let feedback = FeedbackPanel()
    private let strip = TimingStrip()
    private let music = Box.column(spacing: 2)
    private let setup = Box.column(spacing: 6)
    private let playing = Box.column(spacing: 8)
    /// Both pages have the same height, so that the notes above them stay in their place.
    private let pages = Element(gtk_stack_new())
    private var shown: RhythmPosition?

    init() {
        for row in rows {
            music.append(row)
        }
        music.expand(vertical: true)
        for row in [lamps, playedLamps] {
            row.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        }
        inputs.setAccessibleLabel(tr("Input"))
        meter.name(tr("Time Signature"))
        subdivision.name(tr("Subdivision"))
        exercise.expand(horizontal: true)
        choosing.append(exercise)
        setup.append(tempo, Box.wrapping(8, shortens: true, meter, subdivision, practice), inputs, choosing, tools)
        playing.append(playedLamps, feedback, caption, notice, strip)
        pages.addPages(("setup", setup), ("playing", playing))
        box.append(digit, lamps, music, pages)
    }

    func show(_ change: Change<RhythmViewState>) {
        change.on(\.caption) { caption.text = $0 }
        change.on(\.tempo) { tempo.show($0, name: change.new.tempoName) }
        change.on(\.tempoTitle) { tempo.show(mark: change.new.tempoMark, title: $0) }
        practice.show(change)
        change.on(\.notice) { notice.show($0) }
        change.on(\.lamps) { states in
            lamps.show(states)
            playedLamps.show(states)
        }
        change.on(\.canChoose) { canChoose in
            for part in [meter, inputs, choosing, tools] as [any Widget] {
                gtk_widget_set_sensitive(part.widget, canChoose.gboolean)
            }
        }
        change.on(\.meter) { meter.show($0) }
        change.on(\.subdivision) { subdivision.show($0) }
        change.on(\.movement) { $0.map(playedLamps.move) }
        change.on(\.input) { inputs.show($0) }
        change.on(\.choices) { choices in
            exercise.isVisible = choices != nil
            choosing.align(choices == nil ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
            choices.map(exercise.show)
        }
        change.on(\.tools) { tools.show($0) }
        change.on(\.rows) { show($0) }
        change.on(\.isExercise) { pages.showPage($0 ? "playing" : "setup") }
        change.on(\.feedback) { feedback.show($0) }
        change.on(\.strip) { strip.show($0) }
        change.on(\.spokenStrip) { strip.show(spoken: $0) }
    }

    private func show(_ bars: [RhythmViewState.Row]) {
        for (index, row) in rows.enumerated() {
            row.show(bars.indices.contains(index) ? bars[index] : nil)
        }
        music.isVisible = !bars.isEmpty
        digit.isVisible = bars.isEmpty
        digit.expand(vertical: bars.isEmpty)
        lamps.isVisible = bars.isEmpty
    }

    var secondsToBeat: Double {
        shown?.secondsToBeat ?? 0
    }

    func show(_ position: RhythmPosition) {
        shown = position
        lamps.show(lit: position.litLamps)
        playedLamps.show(lit: position.litLamps)
        let text = digit.isVisible ? position.text : ""
        if digit.text != text {
            digit.text = text
        }
        feedback.show(digit: position.digit == nil ? nil : position.text)
        rows.forEach { $0.show(position) }
    }
}

/// Learning the instrument and measuring the latency, each with its last result.
@MainActor final class ToolRow: Widget {
    var onPressTool: (@MainActor (PageAction.Kind) -> Void)?

    private let row = Box.wrapping(6)
    private var chips: [Chip] = []

    var reference: Reference { row.reference }

    func show(_ tools: [RhythmViewState.Tool]) {
        let old = chips
        chips = tools.map { tool in
            let chip = Chip()
            chip.show(tool.label, tooltip: tool.label)
            chip.onClick { [weak self] in self?.onPressTool?(tool.action.kind) }
            return chip
        }
        row.replace(old, with: chips)
        isVisible = !chips.isEmpty
    }
}
