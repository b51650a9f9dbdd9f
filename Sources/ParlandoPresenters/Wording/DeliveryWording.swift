import ParlandoCore

extension Delivery {
    /// Title of this destination of dictated text in a list of choices.
    var title: String {
        switch self {
        case .page: tr("This Window Only")
        case .clipboard: tr("Also Copy to Clipboard")
        case .applications: tr("Other Applications")
        }
    }

    /// Label on the dictation page that says where dictated text goes; nil if it stays on the page.
    var chip: String? {
        switch self {
        case .page: nil
        case .clipboard: tr("to the clipboard")
        case .applications: tr("to other applications")
        }
    }
}

/// Texts about the methods of inserting dictated text into other applications.
enum DeliveryWording {
    static var works: String { tr("It works") }
    static var pasteYourself: String { tr("The text was copied. Press Ctrl+V in the field.") }

    /// Returns a row for each method of inserting text into other applications, the best method first.
    ///
    /// - Parameters:
    ///   - caret: the reason that text cannot be written at the caret; nil if it can, or if this is not known yet.
    ///   - isTypingOffered: whether the desktop lets programs simulate key presses; nil if nothing is known yet.
    static func ways(caret: CaretObstacle?, isTypingOffered: Bool?) -> [DeliveryState.Way] {
        let titles = [tr("Input Method (IBus)"), tr("Keyboard Portal"), tr("Clipboard")]
        guard let isTypingOffered else {
            return titles.map { .init($0, "", isUsed: false) }
        }
        let portal = isTypingOffered ? tr("Text is pasted when you stop") : tr("This desktop does not offer it")
        let notes = [CaretWording.note(caret), portal, tr("Paste the text yourself after you stop")]
        let used = caret == nil ? 0 : isTypingOffered ? 1 : 2
        return notes.indices.map { .init(titles[$0], notes[$0], isUsed: $0 == used) }
    }
}
