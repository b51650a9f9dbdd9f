import ParlandoCore

/// Searches the text in the terminal.
extension TerminalPresenter {
    /// Opens the search bar, or moves the keyboard focus into it.
    public func openFind() {
        guard screen.tabs.current.session != nil else {
            return
        }
        update { $0.find.isOpen = true }
        view?.focusFind()
    }

    /// Closes the search bar.
    public func closeFind() {
        guard screen.find.isOpen else {
            return
        }
        view?.endSearch(in: screen.tabs.front)
        update { screen in
            screen.find.isOpen = false
            screen.find.result = .none
        }
        view?.leaveFind()
    }

    /// Searches for a new text from the bottom upwards, because the lines at the bottom are the latest.
    public func find(_ text: String) {
        if text != screen.find.text {
            update { $0.find.text = text }
            find(.up, isNew: true)
        }
    }

    /// Finds the next occurrence of the text, further down.
    public func findNext(_ text: String) {
        find(text, .down)
    }

    /// Finds the previous occurrence of the text, further up.
    public func findPrevious(_ text: String) {
        find(text, .up)
    }

    /// Sets whether upper and lower case are distinguished, and searches again.
    public func setMatchCase(_ isCaseSensitive: Bool) {
        update { $0.find.isCaseSensitive = isCaseSensitive }
        find(.up, isNew: true)
    }

    /// Finds the next or previous occurrence of a text. If the text differs from the text of the latest search, starts
    /// a new search.
    private func find(_ text: String, _ direction: TerminalSearch.Direction) {
        let isNew = text != screen.find.text || screen.find.result == .none
        update { $0.find.text = text }
        find(isNew ? .up : direction, isNew: isNew)
    }

    private func find(_ direction: TerminalSearch.Direction, isNew: Bool) {
        guard screen.find.isOpen, let view else {
            return
        }
        guard let search = screen.find.search(direction, isNew: isNew) else {
            view.endSearch(in: screen.tabs.front)
            update { $0.find.result = $0.find.text.isEmpty ? .none : .tooLong }
            return
        }
        let isFound = view.search(search, in: screen.tabs.front)
        update { $0.find.result = isFound ? .found : .missing }
    }
}
