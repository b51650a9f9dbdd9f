import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Shows the methods of inserting text into other applications in the preferences window.
extension PreferencesWindow: DeliveryView {
    func connect(_ rows: DeliveryRows) {
        rows.test.onClick { [weak self] in self?.deliveryPresenter?.tryOut() }
        rows.field.reference.connect("changed") { [weak self] in self?.deliveryPresenter?.trialTextChanged() }
    }

    /// Tells the presenter that the rows for inserting text are visible, if their page is shown and the window is
    /// active.
    func tellOfDelivery() {
        if let frame, frame.front == .dictation, frame.isActive {
            deliveryPresenter?.refresh()
        }
    }

    public func prepareTrialField() {
        deliveryRows?.prepare()
    }

    public var trialText: String {
        deliveryRows?.text ?? ""
    }

    public func copyToClipboard(_ text: String) {
        if let front {
            gdk_clipboard_set_text(gtk_widget_get_clipboard(front.widget), text)
        }
    }
}
