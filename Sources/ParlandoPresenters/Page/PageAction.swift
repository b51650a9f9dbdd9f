/// The command of a banner's button, with its label.
public struct PageAction: Sendable, Equatable {
    /// The command that the button gives.
    public enum Kind: Sendable, Equatable {
        case openPreferences
        case chooseMicrophone
        case retry
        case downloadModel
        case downloadMetered
        case cancelDownload
        case chooseOutput
        /// Calibrates the latency, after saying what will be played.
        case calibrateLatency
        /// Calibrates the latency at once.
        case calibrateNow
        case learnInstrument
        /// Corrects the latency by the steady deviation of the strokes.
        case correctBias
        /// Restarts the program that ran in the terminal.
        case startAgain
        /// Starts another shell in the terminal.
        case otherShell
        /// Sends dictated text to the terminal, broken into shorter lines.
        case sendInLines
        /// Opens the list of servers.
        case editServer
        /// Saves the sound that no server accepted to a file.
        case saveRecording
        /// Lets the user type the text, because dictating it failed.
        case typeInstead
        /// Continues without speaking the translation.
        case readOnly
        /// Discards the text that waits for the network.
        case stopWaiting
        /// Asks the user to agree that text is sent to a service.
        case askConsent
        /// Copies the command that installs what is missing.
        case copyCommand
        /// Opens the list of speech models.
        case chooseSpeechModel
        /// Opens the preferences for the data that may be kept.
        case openPrivacy
        /// Lets dictated text go into the text field of another application that gets the focus next.
        case chooseField
    }

    /// Label of the button.
    public var label: String
    /// The command that the delegate receives.
    public var kind: Kind

    public init(_ label: String, _ kind: Kind) {
        self.label = label
        self.kind = kind
    }
}
