/// A button of a banner: its label, and the command that it gives.
public struct PageAction: Sendable, Equatable {
    /// The command that a banner's button gives when it is pressed.
    public enum Kind: Sendable, Equatable {
        case openPreferences
        case chooseMicrophone
        case retry
        case downloadModel
        case downloadMetered
        case cancelDownload
        case chooseOutput
        /// Calibrates the audio latency. If a test sound has to be played for this, the user is told first.
        case calibrateLatency
        /// Calibrates the audio latency at once, without telling the user about the test sound first.
        case calibrateNow
        case learnInstrument
        /// Adds the constant deviation of the player's strokes to the stored latency of the audio devices.
        case correctBias
        /// Starts the shell or connection that ran in the terminal again.
        case startAgain
        /// Starts a different shell in the terminal, because the first shell could not be run.
        case otherShell
        /// Sends dictated text to the terminal, broken into shorter lines.
        case sendInLines
        /// Opens the preferences with the list of speech recognition servers.
        case editServer
        /// Saves to a file the recording that no speech server has accepted.
        case saveRecording
        /// Lets the user type the text, because dictating it failed.
        case typeInstead
        /// Continues without speaking the translation.
        case readOnly
        /// Discards the text that waits for the network.
        case stopWaiting
        /// Asks the user to agree that text is sent to a service.
        case askConsent
        /// Copies to the clipboard the shell command that installs missing packages.
        case copyCommand
        /// Opens the list of speech models.
        case chooseSpeechModel
        /// Chooses a speech model that understands many languages, and downloads it if it is not on disk.
        case useMultilingualModel
        /// Opens the preferences page on which the user sees and limits the data that the program keeps.
        case openPrivacy
        /// Lets the user choose another destination for dictated text: the next text field that gets the keyboard focus
        /// in any other application.
        case chooseField
    }

    /// Label of the button.
    public var label: String
    /// The command that the view passes to its presenter when the button is pressed.
    public var kind: Kind

    public init(_ label: String, _ kind: Kind) {
        self.label = label
        self.kind = kind
    }
}
