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
