/// A part of the translator page to which the presenter can move the keyboard focus.
public enum TranslatorFocus: Sendable, Equatable {
    case source
    case button
}

/// Receives the user's actions on the translator page.
@MainActor public protocol TranslatorViewDelegate: AnyObject {
    func translatorViewDidPressButton(_ view: any TranslatorView)
    /// The translator page was shown.
    func translatorViewDidAppear(_ view: any TranslatorView)
    /// The window became the active window while it shows the translator page. Packages may have been installed
    /// meanwhile.
    func translatorViewDidComeToFront(_ view: any TranslatorView)
    /// The translator page was replaced by another page.
    func translatorViewDidDisappear(_ view: any TranslatorView)
    /// The user discarded the texts that wait for the translation under way.
    func translatorViewDidPressCancelWaiting(_ view: any TranslatorView)
    /// The user chose the translation service with this identifier.
    func translatorView(_ view: any TranslatorView, didChooseService id: String)
    /// The user pressed the button that helps to provide what the chosen service lacks, such as an API key.
    func translatorViewDidPressSetUp(_ view: any TranslatorView)
    /// The user pressed the button beside the typed text, or Ctrl+Return.
    func translatorViewDidPressTranslate(_ view: any TranslatorView)
    /// The user asked for a new translation of a text that has been translated before.
    func translatorViewDidPressTranslateAnew(_ view: any TranslatorView)
    /// The user pressed Escape. Cancels the current stage, such as listening or translating.
    func translatorViewDidPressCancel(_ view: any TranslatorView)
    /// The user edited the source text. `text` is the complete new text.
    func translatorView(_ view: any TranslatorView, didEdit text: String)
    /// The user chose the language of a pane. `code` is an ISO 639-1 code, or empty for automatic detection.
    func translatorView(_ view: any TranslatorView, didChooseLanguage code: String, on side: TranslatorSide)
    func translatorView(_ view: any TranslatorView, didChoosePair name: String)
    func translatorViewDidPressSwap(_ view: any TranslatorView)
    func translatorViewDidPressClear(_ view: any TranslatorView)
    func translatorView(_ view: any TranslatorView, didPressListenOn side: TranslatorSide)
    func translatorViewDidPressStopSpeech(_ view: any TranslatorView)
    func translatorView(_ view: any TranslatorView, didPressCopyOn side: TranslatorSide)
    /// The user chose an audio file in which to save the spoken translation.
    func translatorView(_ view: any TranslatorView, didChooseFile path: String)
    /// The user chose a file in which to save the texts and translations before the window closes. Returns whether they
    /// were saved. If saving failed, the page shows the reason.
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
    /// Opens the preferences window at a part of it, such as the list of models.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: TranslatorFocus)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
