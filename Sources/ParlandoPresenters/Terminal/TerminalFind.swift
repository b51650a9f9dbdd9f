import ParlandoCore

/// The state of the search bar over the terminal.
struct TerminalFind: Equatable {
    enum Result: Equatable {
        /// Nothing has been searched for yet.
        case none
        case found
        case missing
        /// The text is too long to be searched for.
        case tooLong
    }

    var isOpen = false
    var text = ""
    var isCaseSensitive = false
    var result = Result.none

    /// Returns the search to perform, or nil if the text is empty or too long.
    ///
    /// - Parameter isNew: whether the text has changed, so that the search begins anew.
    func search(_ direction: TerminalSearch.Direction, isNew: Bool) -> TerminalSearch? {
        TerminalSearch(text, isCaseSensitive: isCaseSensitive, direction: direction, isNew: isNew)
    }

    /// The view state of the search bar, or nil if the search bar is closed.
    var state: TerminalViewState.Find? {
        isOpen ? .init(isCaseSensitive: isCaseSensitive, isMissing: isMissing, status: status) : nil
    }

    private var isMissing: Bool {
        result == .missing || result == .tooLong
    }

    private var status: String {
        switch result {
        case .none, .found: ""
        case .missing: tr("Not found")
        case .tooLong: tr("This text is too long to search for.")
        }
    }
}
