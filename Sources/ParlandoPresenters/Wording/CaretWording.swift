import ParlandoCore
import ParlandoServices

/// Texts about writing at the caret of other applications.
enum CaretWording {
    /// Returns the banner that says why dictated text is not written, or nil if it is.
    ///
    /// - Parameter hasWorked: whether it could be written before in this session. If not, another way is used without a
    ///   word.
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

    /// Returns a message that text was copied because it could not be written elsewhere.
    static func copied(isInFront: Bool) -> String {
        isInFront ? tr("Text copied, because Parlando is the active window") : tr("Text copied")
    }

    /// Returns a message about text that waited at the end of a dictation.
    ///
    /// - Parameter isWhole: whether nothing was written before.
    static func restCopied(isWhole: Bool) -> String {
        isWhole
            ? tr("Text copied, because it was not written into another window")
            : tr("The words that waited were copied")
    }

    /// Returns whether text can be written at the caret, and if not, why.
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

    /// The text that is written to try it out.
    static var trial: String { tr("Parlando writes here.") }

    /// Returns what came of a trial.
    ///
    /// - Parameter hasArrived: whether the text stands in the field.
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
