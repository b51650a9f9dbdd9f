/// A part of the page that can receive the keyboard focus.
public enum TranslatorFocus: Sendable, Equatable {
    case source
    case button
}

/// Receives the user's actions on the translator page.
@MainActor public protocol TranslatorViewDelegate: AnyObject {
    func translatorViewDidPressButton(_ view: any TranslatorView)
    /// The page has come into sight.
    func translatorViewDidAppear(_ view: any TranslatorView)
    /// The window of the page has come to the front. Another program may have installed something meanwhile.
    func translatorViewDidComeToFront(_ view: any TranslatorView)
    /// Another page has taken its place.
    func translatorViewDidDisappear(_ view: any TranslatorView)
    /// The user discarded the texts that wait.
    func translatorViewDidPressCancelWaiting(_ view: any TranslatorView)
    /// The user chose a translation service by its identifier.
    func translatorView(_ view: any TranslatorView, didChooseService id: String)
    /// The user pressed the button for what the chosen service needs.
    func translatorViewDidPressSetUp(_ view: any TranslatorView)
    /// The user pressed the button beside the typed text, or Ctrl+Return.
    func translatorViewDidPressTranslate(_ view: any TranslatorView)
    /// The user asked to translate an earlier exchange again.
    func translatorViewDidPressTranslateAnew(_ view: any TranslatorView)
    /// The user pressed Escape, which cancels the current stage.
    func translatorViewDidPressCancel(_ view: any TranslatorView)
    /// The user edited the text. `text` is the whole new text.
    func translatorView(_ view: any TranslatorView, didEdit text: String)
    /// The user chose a language. `code` is an ISO 639-1 code, or empty for automatic detection.
    func translatorView(_ view: any TranslatorView, didChooseLanguage code: String, on side: TranslatorSide)
    func translatorView(_ view: any TranslatorView, didChoosePair name: String)
    func translatorViewDidPressSwap(_ view: any TranslatorView)
    func translatorViewDidPressClear(_ view: any TranslatorView)
    func translatorView(_ view: any TranslatorView, didPressListenOn side: TranslatorSide)
    func translatorViewDidPressStopSpeech(_ view: any TranslatorView)
    func translatorView(_ view: any TranslatorView, didPressCopyOn side: TranslatorSide)
    /// The user chose a file to save the spoken translation in.
    func translatorView(_ view: any TranslatorView, didChooseFile path: String)
    /// The user chose a file to save both texts in before the window closes. Returns whether the texts were saved; if
    /// they were not, the page shows the reason.
    func translatorView(_ view: any TranslatorView, didChooseTextFile path: String) async -> Bool
    func translatorView(_ view: any TranslatorView, didSetSpeaks isOn: Bool)
    func translatorView(_ view: any TranslatorView, didSetConversation isOn: Bool)
    func translatorView(_ view: any TranslatorView, didPress action: PageAction.Kind)
}

/// The translator page: shows the view state and makes no decisions itself.
@MainActor public protocol TranslatorView: AnyObject {
    var delegate: (any TranslatorViewDelegate)? { get set }
    func render(_ state: TranslatorViewState)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    func copyToClipboard(_ text: String)
    /// Opens the preferences at this part.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: TranslatorFocus)
    /// Asks the user, and returns whether they confirm.
    func ask(_ question: PageQuestion) async -> Bool
}
