/// What a banner's button does, with its label.
public struct PageAction: Sendable, Equatable {
    /// What can be done.
    public enum Kind: Sendable, Equatable {
        case openPreferences
        case chooseMicrophone
        case retry
        case downloadModel
        case downloadMetered
        case cancelDownload
        case chooseOutput
        case calibrateLatency
        case learnInstrument
        /// Takes a steady error of the strokes out by correcting the latency.
        case correctBias
        /// Runs again in the terminal what ran there.
        case startAgain
        /// Runs another shell in the terminal.
        case otherShell
        /// Sends dictated text to the terminal with line breaks in it.
        case sendInLines
        /// Opens the list of servers.
        case editServer
        /// Writes sound that no server took into a file.
        case saveRecording
        /// Goes on by typing where speaking failed.
        case typeInstead
        /// Goes on without a voice.
        case readOnly
        /// Gives up what waits for the network.
        case stopWaiting
        /// Asks whether text may be sent to a service.
        case askConsent
        /// Opens the list of speech models.
        case chooseSpeechModel
        /// Opens what may be kept.
        case openPrivacy
    }

    /// What the button says.
    public var label: String
    /// What the delegate is told.
    public var kind: Kind

    public init(_ label: String, _ kind: Kind) {
        self.label = label
        self.kind = kind
    }
}
