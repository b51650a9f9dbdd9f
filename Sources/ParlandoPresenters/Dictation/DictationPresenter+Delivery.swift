import ParlandoCore

/// Delivers the text after Stop in the way that the user chose.
extension DictationPresenter {
    /// Finds out whether the desktop lets programs type, so that the page can show in advance how text will be
    /// delivered.
    func findDelivery() async {
        let isOffered = await typing.isOffered()
        update { $0.isTypingOffered = isOffered }
    }

    /// Delivers the text of the session that has just ended.
    func deliver() {
        let text = screen.sessionText
        guard !text.isEmpty, screen.deliversAtEnd else {
            return
        }
        update { $0.deliversAtEnd = false }
        switch screen.delivery {
        case .page:
            break
        case .clipboard:
            view?.copyToClipboard(text)
            view?.showToast(tr("Text copied"))
        case .applications where view?.isInFront == true:
            view?.copyToClipboard(text)
            view?.showToast(tr("Text copied, because Parlando is the active window"))
        case .applications:
            Task { await paste(text) }
        }
    }

    /// Pastes text into another window through the clipboard, and then restores the clipboard's former content.
    private func paste(_ text: String) async {
        await view?.lendClipboard(to: text)
        do throws(DesktopTypingError) {
            try await typing.pressPaste()
            view?.giveClipboardBack()
        } catch {
            view?.showToast(tr("The desktop does not let Parlando type. Text copied instead."))
        }
    }
}
