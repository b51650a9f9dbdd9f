import ParlandoCore

extension Delivery {
    /// Title in a list of choices.
    var title: String {
        switch self {
        case .page: tr("This Window Only")
        case .clipboard: tr("Also Copy to Clipboard")
        case .applications: tr("Other Applications")
        }
    }

    /// Text for the label on the dictation page, or nil if none is shown.
    var chip: String? {
        switch self {
        case .page: nil
        case .clipboard: tr("to the clipboard")
        case .applications: tr("to other applications")
        }
    }
}

/// Texts on the ways into other applications.
enum DeliveryWording {
    static var works: String { tr("It works") }
    static var pasteYourself: String { tr("The text was copied. Press Ctrl+V in the field.") }

    /// Returns all ways into other applications, the best first.
    ///
    /// - Parameters:
    ///   - caret: why text cannot be written at the caret; nil if it can, or if that is not known yet.
    ///   - isTypingOffered: whether the desktop lets programs press keys; nil if nothing is known yet.
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
