import ParlandoCore

/// Opens, shows and closes tabs.
extension TerminalPresenter {
    func change(_ id: TerminalTabID, _ body: (inout TerminalTab) -> Void) {
        update { $0.tabs.change(id, body) }
    }

    /// Opens a tab with the list of connections and shows it.
    public func openTab() {
        turn { $0.open() }
    }

    /// Shows a tab.
    public func selectTab(_ id: TerminalTabID) {
        turn { $0.select(id) }
    }

    /// Shows the tab that is this many places to the right, or to the left if the number is negative. The first tab
    /// follows the last one.
    public func stepTab(by places: Int) {
        turn { $0.step(places) }
    }

    /// Changes the list of tabs. If another tab comes to the front, ends the search and moves the focus to that tab.
    private func turn(_ body: (inout TerminalTabs) -> Void) {
        let former = screen.tabs.front
        update { screen in
            body(&screen.tabs)
            if screen.tabs.front != former {
                screen.find.result = .none
                screen.find.isOpen = screen.find.isOpen && screen.tab.session != nil
            }
        }
        if screen.tabs.front != former {
            view?.endSearch(in: former)
            view?.focusTab()
        }
    }

    /// Closes a tab, or the one in front if there is no identifier. Asks first if something would be lost.
    public func closeTab(_ id: TerminalTabID? = nil) {
        let id = id ?? screen.tabs.front
        guard let tab = screen.tabs[id] else {
            return
        }
        let hasText = !tab.draft.isEmpty || screen.isDictating(in: id)
        let question = TerminalWording.farewell(tab.session, isBusy: isBusy(id), hasText: hasText)
        confirm(question) { presenter in
            if presenter.screen.isDictating(in: id) {
                presenter.discardSession()
            }
            presenter.view?.end(id)
            presenter.turn { $0.close(id) }
        }
    }

    /// Ends the program that runs in the tab in front, and returns to the list of connections. Text that was not sent
    /// stays in the tab.
    public func goBack() {
        let id = screen.tabs.front
        guard let session = screen.tab.session else {
            return
        }
        confirm(TerminalWording.farewell(session, isBusy: isBusy(id), hasText: false)) { presenter in
            if presenter.screen.isDictating(in: id) {
                presenter.stopDictation()
            }
            presenter.update { screen in
                screen.tabs.change(id) { $0.leave() }
                screen.find.isOpen = false
            }
            presenter.view?.end(id)
            presenter.view?.focusTab()
        }
    }

    /// Runs `body` once the user has agreed, or at once if there is no question.
    private func confirm(_ question: PageQuestion?, _ body: @escaping @MainActor (TerminalPresenter) -> Void) {
        guard let question else {
            return body(self)
        }
        Task {
            if await ask(question) {
                body(self)
            }
        }
    }

    /// Ends the dictation at once. Words that are not final yet and the recording are discarded.
    func discardSession() {
        update { screen in
            screen.panel.isWaiting = true
            // Discarded sound must not be offered for sending again.
            screen.panel.isServerSession = false
        }
        cancelSession()
    }

    /// The question to ask before all terminals are closed; nil if nothing would be lost.
    public var farewell: DictationViewState.Question? {
        let hasText = screen.hasText
        let endings = screen.tabs.all.filter {
            TerminalWording.farewell($0.session, isBusy: isBusy($0.id), hasText: false) != nil
        }
        let question =
            endings.count > 1
            ? TerminalWording.farewell(endings.count, hasText: hasText)
            : TerminalWording.farewell(endings.first?.session, hasText: hasText)
        return question.map { .init($0.title, $0.text, goOn: $0.goOn) }
    }

    private func isBusy(_ id: TerminalTabID) -> Bool {
        view?.isBusy(id) ?? false
    }
}
