import CGtk
import ParlandoCore
import ParlandoPresenters

/// Practice view of the rhythm page, shown until results are: lamps, notation, feedback, tempo and exercise choices.
/// Parts that are not needed at the moment are hidden.
@MainActor final class PlayPanel: Widget {
    let reference: Reference
    let tempo = TempoControl(lowest: Tempo.range.lowerBound, highest: Tempo.range.upperBound)
    let inputs = ChoiceStrip()
    let exercise = ExerciseChooser()
    let tools = ToolRow()
    private let caption = Label(classes: ["dim-label", "caption", "numeric"])
    private let digit = Label(classes: ["beat-digit", "numeric"])
    private let lamps = BeatLamps()
    private let rows = [NotationRow(), NotationRow()]
    private let feedback = FeedbackPanel()
    private let strip = TimingStrip()
    private let music = Box.column(spacing: 2)
    private var shown: RhythmPosition?
    /// Position at which the mark was last drawn.
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
        column.append(caption, digit, lamps, music, feedback, strip, tempo, inputs, exercise, tools)
    }

    func show(_ change: Change<RhythmViewState>) {
        change.on(\.caption) { text in
            caption.text = text
            caption.isVisible = !text.isEmpty
        }
        change.on(\.tempo) { tempo.show($0) }
        change.on(\.showsTempo) { tempo.isVisible = $0 }
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

    private func show(_ bars: [RhythmViewState.Row]) {
        for (index, row) in rows.enumerated() {
            row.show(bars.indices.contains(index) ? bars[index] : nil)
        }
        music.isVisible = !bars.isEmpty
        digit.isVisible = bars.isEmpty
        digit.expand(vertical: bars.isEmpty)
        gtk_drawing_area_set_content_height(lamps.reference.cast(), bars.isEmpty ? 88 : 36)
        gtk_drawing_area_set_content_width(lamps.reference.cast(), bars.isEmpty ? 290 : 190)
    }

    /// Time from the shown position to the next beat, in seconds.
    var secondsToBeat: Double {
        shown?.secondsToBeat ?? 0
    }

    func show(_ position: RhythmPosition) {
        shown = position
        lamps.show(beat: position.beat)
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
