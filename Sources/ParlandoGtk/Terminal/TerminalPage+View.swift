import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// Shows view states and carries out the presenter's commands.
extension TerminalPage: TerminalView {
    public func render(_ state: TerminalViewState) {
        let former = shown
        let change = Change(old: former, new: state)
        shown = state
        if former?.tabs != state.tabs || former?.front != state.front {
            strip.show(state.tabs, front: state.front)
            foot.previews.show(state.front, among: state.tabs.map(\.id))
            // If there is only one tab, these keys go to the program in the terminal.
            for name in ["next-tab", "previous-tab"] {
                commands.enable(name, state.tabs.count > 1)
            }
        }
        panes.show(state.front)
        change.on(\.connections) { list.show($0) }
        change.on(\.isOpen) { gtk_stack_set_visible_child_name(content.opaque, $0 ? "terminal" : "list") }
        change.on(\.title) { head.show(title: $0) }
        change.on(\.connection) { head.show(connection: $0) }
        change.on(\.looks) { panes.show($0) }
        change.on(\.find) { find.show($0) }
        change.on(\.banner) { banner.show($0) }
        change.on(\.progress) { progress.show($0) }
        // Each tab has its own text field. After a change of tabs the field may be out of date, so all of it is
        // updated.
        showPreview(Change(old: former?.front == state.front ? former : nil, new: state))
        change.on(\.canSend) { foot.send.isSensitive = $0 }
        change.on(\.canDiscard) { foot.discard.isSensitive = $0 }
        change.on(\.voice) { foot.voice.show($0) }
        change.on(\.voiceLabel) { foot.voice.setTooltip($0) }
        change.on(\.isVoiceEnabled) { foot.voice.isSensitive = $0 }
        change.on(\.isRecording) { foot.voice.show(isRecording: $0) }
        change.on(\.status) { foot.status.show($0) }
        window?.updateInhibition()
    }

    private func showPreview(_ change: Change<TerminalViewState>) {
        change.on(\.isPreviewEditable) { foot.preview.text.isEditable = $0 }
        change.on(\.preview) { foot.preview.show($0) }
        change.on(\.previewHint) { foot.preview.show(hint: $0) }
    }

    public func run(_ command: [String], in tab: TerminalTabID) {
        panes.run(command, in: tab, for: self)
        if let front = shown?.front {
            panes.show(front)
        }
        focusTerminal()
    }

    public func end(_ tab: TerminalTabID) {
        panes.end(tab)
    }

    public func input(in tab: TerminalTabID) -> TerminalInput? {
        panes[tab]?.terminal?.input
    }

    public func isBusy(_ tab: TerminalTabID) -> Bool {
        panes[tab]?.terminal?.isBusy ?? false
    }

    public func paste(_ text: String, into tab: TerminalTabID) {
        panes[tab]?.terminal?.paste(text)
    }

    public func search(_ search: TerminalSearch, in tab: TerminalTabID) -> Bool {
        panes[tab]?.terminal?.find(search) ?? false
    }

    public func endSearch(in tab: TerminalTabID) {
        panes[tab]?.terminal?.endSearch()
    }

    public func focusTerminal() {
        panes.front?.terminal?.grabFocus()
    }

    public func focusTab() {
        guard isShown else {
            return
        }
        if shown?.isOpen == true {
            focusTerminal()
        } else {
            list.focus()
        }
    }

    public func focusFind() {
        if !find.hasFocus {
            returnsToPreview = foot.preview.hasFocus
        }
        find.focus()
    }

    public func leaveFind() {
        returnsToPreview ? focusPreview() : focusTerminal()
    }

    public func edit(_ form: ConnectionForm) {
        let dialog = ConnectionDialog(form, over: root)
        self.dialog = dialog
        dialog.present { [weak self] form in self?.presenterAfterEdits()?.save(form) }
    }

    public func showToast(_ text: String) {
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }

    public func openPreferences(_ part: PreferencesPart) {
        window?.openPreferences(part)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: root)
    }
}
