import CGtk
import ParlandoCore
import ParlandoPresenters

/// Feedback area: the count-in digits, then the latest stroke's grade as a shape and a word, with its deviation in
/// milliseconds.
@MainActor final class FeedbackPanel: Widget {
    let reference: Reference
    private let digit = Label(classes: ["count-digit", "numeric"])
    private let shape = Element(gtk_drawing_area_new())
    private let word = Label(classes: ["feedback-word"])
    private let deviation = Label(classes: ["feedback-deviation", "numeric"])
    private var feedback: RhythmViewState.Feedback?
    private var hasBegun = false

    init() {
        reference = Reference(gtk_stack_new())
        gtk_stack_add_named(opaque, digit.widget, "digit")
        let row = Box.row(spacing: 12)
        row.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_drawing_area_set_content_width(shape.reference.cast(), 30)
        gtk_drawing_area_set_content_height(shape.reference.cast(), 30)
        row.append(shape, word, deviation)
        gtk_stack_add_named(opaque, row.widget, "feedback")
        gtk_widget_set_size_request(widget, -1, 64)
        shape.onDraw { [weak self] in self?.draw($0, $1, $2) }
    }

    /// Shows a count-in digit; nil means that the count-in is over and switches to the feedback.
    func show(digit text: String?) {
        let shown = text ?? ""
        guard shown != digit.text || !hasBegun else {
            return
        }
        hasBegun = true
        digit.text = shown
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
