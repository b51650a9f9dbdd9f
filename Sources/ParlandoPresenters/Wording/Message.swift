/// A message for the user, with a command that may solve the problem.
public struct Message: Sendable, Equatable {
    /// The text of the message, in complete sentences.
    public let text: String
    /// A button with a command that may solve the problem; nil if the program offers none.
    public let action: PageAction?

    public init(_ text: String, _ action: PageAction? = nil) {
        self.text = text
        self.action = action
    }
}

extension PageAction {
    static var tryAgain: Self { Self(tr("Try Again"), .retry) }
    static var saveRecording: Self { Self(tr("Save Recording…"), .saveRecording) }
    static var chooseMicrophone: Self { Self(tr("Choose a Microphone"), .chooseMicrophone) }
    static var chooseModel: Self { Self(tr("Choose a Model"), .openPreferences) }
    static var download: Self { Self(tr("Download"), .downloadModel) }
    static var downloadAgain: Self { Self(tr("Download Again"), .downloadModel) }
    static var downloadAnyway: Self { Self(tr("Download Anyway"), .downloadMetered) }
}
