public import ParlandoPresenters

/// Shows the first-start page in place of the dictation page. Its widgets are created when it is first shown, so that
/// they do not slow down the start of the program.
extension DictationPage: FirstStartView {
    public func render(_ state: FirstStartViewState) {
        let old = firstState
        firstState = state
        guard state.isShown || firstStart != nil else {
            return
        }
        let first = firstStart ?? makeFirstStart()
        let isNew = firstStart == nil
        firstStart = first
        first.show(Change(old: isNew ? nil : old, new: state))
        guard state.isShown != old.isShown else {
            return
        }
        first.isVisible = state.isShown
        column.isVisible = !state.isShown
        showHeaderButtons(isShown)
        focus()
    }

    private func makeFirstStart() -> FirstStartPage {
        let first = FirstStartPage()
        first.begin.onClick { [weak self] in self?.firstStartPresenter?.begin() }
        first.skip.onClick { [weak self] in self?.firstStartPresenter?.skip() }
        first.more.onClick { [weak self] in self?.firstStartPresenter?.showAllModels() }
        first.progress.onCancel { [weak self] in self?.firstStartPresenter?.cancel() }
        first.microphone.onChoose { [weak self] id in self?.firstStartPresenter?.chooseMicrophone(id) }
        first.onChooseModel { [weak self] name in self?.firstStartPresenter?.chooseModel(name) }
        for (signal, isVisible) in [("map", true), ("unmap", false)] {
            first.reference.connect(signal) { [weak self] in self?.firstStartPresenter?.setVisible(isVisible) }
        }
        root.append(first)
        return first
    }

    /// Does the same as a press of the button on the first-start page. Called in place of a press of the round button
    /// while that page is shown.
    func pressFirstStart() {
        firstStartPresenter?.begin()
    }

    public func startDictation() {
        press()
    }
}
