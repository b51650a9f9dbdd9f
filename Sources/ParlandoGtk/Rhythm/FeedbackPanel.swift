import CGtk
import ParlandoCore
import ParlandoPresenters

/// The digits of the count-in, then the grade of the latest stroke as a shape and a word, with its deviation.
@MainActor final class FeedbackPanel: Widget {
    let reference = Reference(gtk_stack_new())
    private let digit = Label(classes: ["count-digit", "numeric"])
    private let shape = Element.drawing(width: 30, height: 30)
    private let word = Label(classes: ["feedback-word"])
    private let deviation = Label(classes: ["feedback-deviation", "numeric"])
    private var feedback: RhythmViewState.Feedback?

    init() {
        let judgement = Box.row(spacing: 12)
        // Square beside large text too.
        shape.align(nil, GTK_ALIGN_CENTER)
        judgement.append(shape, word)
        let row = Box.wrapping(12, judgement, deviation)
        row.align(nil, GTK_ALIGN_CENTER)
        Element(reference).addPages(("digit", digit), ("feedback", row))
        gtk_widget_set_size_request(widget, -1, 64)
        shape.onDraw { [weak self] in self?.draw($0, $1, $2) }
    }

    /// Nil ends the count-in.
    func show(digit text: String?) {
        if digit.text != text ?? "" {
            digit.text = text ?? ""
        }
        gtk_stack_set_visible_child_name(opaque, text == nil ? "feedback" : "digit")
    }

    func show(_ feedback: RhythmViewState.Feedback?) {
        for grade in Grade.allCases {
            word.setClass("grade-\(grade.rawValue)", grade == feedback?.grade)
        }
        self.feedback = feedback
        word.text = feedback?.word ?? ""
        deviation.text = feedback?.deviation ?? ""
        shape.redraw()
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        guard let feedback else {
            return
        }
        Palette.set(cairo, Palette(of: shape).colour(of: feedback.grade))
        GradeShape.draw(
            cairo, feedback.grade, isEarly: feedback.isEarly, x: width / 2, y: height / 2, radius: height * 0.38)
    }
}

/// How early or late the latest strokes were, the newest largest and on top.
@MainActor final class TimingStrip: Panel {
    let box = Box.row(spacing: 8)
    private let early = Label(classes: ["dim-label", "caption"])
    private let late = Label(classes: ["dim-label", "caption"])
    private let strip = Element.drawing(height: 28, classes: ["timing-strip"])
    private var marks: [RhythmViewState.StripMark] = []

    init() {
        strip.expand(horizontal: true)
        strip.makePicture()
        strip.onDraw { [weak self] in self?.draw($0, $1, $2) }
        early.text = tr("Early")
        late.text = tr("Late")
        box.append(early, strip, late)
    }

    func show(_ marks: [RhythmViewState.StripMark]) {
        self.marks = marks
        strip.redraw()
    }

    func show(spoken: String) {
        strip.setAccessibleLabel(spoken)
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        let palette = Palette(of: strip)
        let (middle, half) = (height / 2, width / 2 - 9)
        Palette.set(cairo, palette.foreground, alpha: 0.35)
        NotationSigns.box(cairo, 0, middle - 1, width, middle + 1)
        for third in [-2.0, -1, 1, 2] {
            let x = width / 2 + third / 3 * half
            NotationSigns.box(cairo, x - 0.5, middle - 5, x + 0.5, middle + 5)
        }
        Palette.set(cairo, palette.foreground, alpha: 0.6)
        NotationSigns.box(cairo, width / 2 - 1, 2, width / 2 + 1, height - 2)
        for (index, mark) in marks.enumerated() {
            let age = Double(marks.count - 1 - index)
            let isLast = index == marks.count - 1
            Palette.set(cairo, palette.colour(of: mark.grade), alpha: isLast ? 1 : max(0.25, 0.6 - age * 0.04))
            GradeShape.draw(
                cairo, mark.grade, isEarly: mark.offset < 0, x: width / 2 + mark.offset * half, y: middle,
                radius: isLast ? 7 : 4.5)
        }
    }
}
