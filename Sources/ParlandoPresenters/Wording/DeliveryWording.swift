import ParlandoCore

extension Delivery {
    /// For a list of choices.
    var title: String {
        switch self {
        case .page: tr("This Window Only")
        case .clipboard: tr("Also Copy to Clipboard")
        case .applications: tr("Other Applications")
        }
    }

    /// For the chip of the page, nil: nothing to say.
    var chip: String? {
        switch self {
        case .page: nil
        case .clipboard: tr("to the clipboard")
        case .applications: tr("to other applications")
        }
    }
}
