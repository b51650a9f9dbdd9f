import ParlandoCore
import ParlandoServices

/// Texts about writing dictated text at the caret of other applications.
enum CaretWording {
    /// Returns the banner that says why dictated text is not being written into another application; nil if it is being
    /// written.
    ///
    /// - Parameter hasWorked: whether text could be written earlier in this session. If not, no banner says that
    ///   writing has failed, because the text is delivered in another way.
    static func banner(_ state: CaretDelivery.State, hasWorked: Bool) -> PageBanner? {
        switch state {
        case .writing:
            return nil
        case .waiting(let hindrance):
            return banner(hindrance)
        case .failed:
            let text = tr(
                "Nothing can be written into other applications. Your words are here and will be copied.")
            return hasWorked ? PageBanner(text, tone: .warning) : nil
        }
    }

    private static func banner(_ hindrance: CaretDelivery.Hindrance) -> PageBanner? {
        let another = PageAction(tr("Use Another Field"), .chooseField)
        switch hindrance {
        case .starting:
            return nil
        case .choosing:
            return PageBanner(tr("Click the text field that your words should go into."), tone: .information)
        case .unclear:
            return PageBanner(
                tr("This application does not say which fields are for passwords. Your words wait.") + " "
                    + tr("To write into its field, press the button, then click the field."),
                tone: .information, action: another)
        case .elsewhere:
            return PageBanner(
                tr("Your words wait until the cursor is back in their text field."), tone: .information,
                action: another)
        case .secret:
            return PageBanner(
                tr("Nothing is written into a password field. Your words wait."), tone: .information, action: another)
        case .lost:
            return PageBanner(tr("IBus has stopped. Your words wait until it runs again."), tone: .warning)
        case .replaced:
            return PageBanner(
                tr("Another input method was chosen. Your words wait."), tone: .information,
                action: PageAction(tr("Go On"), .chooseField))
        }
    }

    /// Returns the message that dictated text was copied to the clipboard instead of being pasted into another
    /// application.
    ///
    /// - Parameter isInFront: whether the reason is that a window of this program is the active window.
    static func copied(isInFront: Bool) -> String {
        isInFront ? tr("Text copied, because Parlando is the active window") : tr("Text copied")
    }

    /// Returns the message at the end of a dictation that text was copied to the clipboard, because it could not be
    /// written at the caret.
    ///
    /// - Parameter isWhole: whether the copied text is the whole text of the dictation, rather than its last part.
    static func restCopied(isWhole: Bool) -> String {
        isWhole
            ? tr("Text copied, because it was not written into another window")
            : tr("The words that waited were copied")
    }

    /// Returns a sentence that says why text cannot be written at the caret of other applications.
    ///
    /// - Parameter obstacle: the reason, or nil if text can be written. The sentence then says what happens.
    static func note(_ obstacle: CaretObstacle?) -> String {
        switch obstacle {
        case nil: tr("Words appear at the cursor while you speak")
        case .notInstalled: tr("IBus is not installed")
        case .notRunning: tr("IBus is installed but not running")
        case .silent: tr("IBus does not answer")
        case .refused: tr("IBus did not accept Parlando")
        case .incomplete: tr("A part of Parlando is missing: parlando-input")
        }
    }

    /// The sample text that is written at the caret when the user tries out this method.
    static var trial: String { tr("Parlando writes here.") }

    /// Returns a sentence about the result of writing a sample text at the caret.
    ///
    /// - Parameter hasArrived: whether the text field contains the sample text.
    static func outcome(_ trial: CaretTrial, hasArrived: Bool) -> String {
        switch trial {
        case .written where hasArrived: DeliveryWording.works
        case .written, .noField:
            tr("This window does not use IBus. Others may: set GTK_IM_MODULE and QT_IM_MODULE to ibus.")
        case .movedAway: tr("The cursor left the field before the text was written. Try again.")
        case .busy: tr("Stop the dictation first")
        case .failed(let obstacle): note(obstacle)
        }
    }
}
