import ParlandoCore

extension Delivery {
    /// For a list of choices.
    var title: String {
        switch self {
        case .page: tr("Onto the Page Only")
        case .clipboard: tr("Onto the Clipboard Too")
        case .applications: tr("Into Other Applications")
        }
    }

    /// For the chip of the page, nil: nothing to say.
    var chip: String? {
        switch self {
        case .page: nil
        case .clipboard: tr("to the clipboard")
        case .applications: tr("into other applications")
        }
    }
}
