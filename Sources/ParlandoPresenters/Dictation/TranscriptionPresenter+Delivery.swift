import ParlandoCore

/// Text leaves the page after Stop, the way the user chose.
extension TranscriptionPresenter {
    /// Asks whether the desktop lets programs type, so that the page says which way is used before it is.
    func findDelivery() async {
        let isOffered = await typing.isOffered()
        update { $0.isTypingOffered = isOffered }
    }

    /// Delivers the text of the session that has just ended.
    func deliver() {
        guard !screen.document.isEmpty, screen.deliversAtEnd else {
            return
        }
        update { $0.deliversAtEnd = false }
        let text = screen.document.text
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

    /// Text goes into another window by way of the clipboard, which is given back after that.
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
