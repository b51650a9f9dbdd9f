import ParlandoCore

extension Delivery {
    /// Title in a list of choices.
    var title: String {
        switch self {
        case .page: tr("Onto the Page Only")
        case .clipboard: tr("Onto the Clipboard Too")
        case .applications: tr("Into Other Applications")
        }
    }

    /// Text for the label on the dictation page, or nil if none is shown.
    var chip: String? {
        switch self {
        case .page: nil
        case .clipboard: tr("to the clipboard")
        case .applications: tr("into other applications")
        }
    }
}
