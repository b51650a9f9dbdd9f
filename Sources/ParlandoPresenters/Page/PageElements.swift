import ParlandoCore

/// A problem and its remedy, at the top of a page.
public struct PageBanner: Sendable, Equatable {
    public enum Tone: Sendable, Equatable {
        case information
        case warning
        case failure
    }

    public var text: String
    public var tone: Tone
    public var action: PageAction?
    public var alternative: PageAction?

    public init(_ text: String, tone: Tone, action: PageAction? = nil, alternative: PageAction? = nil) {
        self.text = text
        self.tone = tone
        self.action = action
        self.alternative = alternative
    }
}

public struct PageAction: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case openPreferences
        case chooseMicrophone
        case retry
        case downloadModel
        case downloadMetered
        case importModel
        case cancelDownload
        case chooseOutput
        /// If a test sound has to be played, the user is told first.
        case calibrateLatency
        /// Does not tell the user of the test sound first.
        case calibrateNow
        case learnInstrument
        /// Adds the constant deviation of the strokes to the stored latency.
        case correctBias
        /// Starts the terminal's shell or connection again.
        case startAgain
        /// The first shell could not be run.
        case otherShell
        /// Sends the text to the terminal in shorter lines.
        case sendInLines
        /// Opens the list of speech recognition servers.
        case editServer
        case saveRecording
        /// Moves to the text field after a failure to dictate.
        case typeInstead
        /// Shows the translation without speaking it.
        case readOnly
        /// Discards the text that waits for the network.
        case stopWaiting
        /// To send text to a service.
        case askConsent
        /// The shell command that installs missing packages.
        case copyCommand
        case chooseSpeechModel
        /// Downloads it if it is missing.
        case useMultilingualModel
        /// The page on what the program keeps.
        case openPrivacy
        /// Text goes to the next field that gets the focus in any other application.
        case chooseField
        /// The history's entry of the dictation that was interrupted.
        case openInterrupted
    }

    public var label: String
    public var kind: Kind

    public init(_ label: String, _ kind: Kind) {
        self.label = label
        self.kind = kind
    }
}

/// A row of a list that the user maintains.
public struct ListEntry: Sendable, Equatable {
    public var id: String
    public var title: String
    /// May be empty.
    public var subtitle: String
}

public struct PageProgress: Sendable, Equatable {
    public var text: String
    /// Fraction that is done, 0…1; nil if unknown.
    public var fraction: Double?
    public var canCancel: Bool

    public init(_ text: String, fraction: Double?, canCancel: Bool = false) {
        self.text = text
        self.fraction = fraction
        self.canCancel = canCancel
    }
}

/// The length of a level display.
enum LevelScale {
    /// dBFS: the background noise of a quiet room. Below it, the display stays empty.
    private static let quietest = -60.0

    /// From 0 (quiet room) to 1 (full scale).
    static func fraction(ofDecibels level: Double) -> Double {
        min(max(0, 1 - level / quietest), 1)
    }
}

public enum PageButton: Sendable, Equatable {
    case start
    case stop
    /// A command is under way; a press has no effect.
    case wait
}

public enum PagePause: Sendable, Equatable {
    case hidden
    case pause
    case resume
}

/// Asked before an action that cannot be undone.
public struct PageQuestion: Sendable, Equatable {
    public var title: String
    /// Describes the consequences.
    public var text: String
    public var goOn: String
    /// Confirming destroys data: its button is styled as dangerous.
    public var isLoss: Bool
    /// Label of the button that saves what would be lost; nil if it cannot be saved.
    public var save: String?

    public init(_ title: String, _ text: String, goOn: String, isLoss: Bool = true, save: String? = nil) {
        self.title = title
        self.text = text
        self.goOn = goOn
        self.isLoss = isLoss
        self.save = save
    }
}

extension TextSaver {
    /// In the format of the file's extension, else plain text. Not on the main actor, because a long text takes time.
    @concurrent func save(_ document: TranscriptDocument, to path: String) async throws(TextSaveError) {
        try await save((ExportFormat(path: path) ?? .txt).content(of: document), to: path)
    }

    /// Saves the text of a recording under the recording's name, with a number if there is such a file already.
    @concurrent func saveNew(
        _ document: TranscriptDocument, in folder: String, called recording: String, format: ExportFormat
    ) async throws(TextSaveError) {
        let name = PathBytes.base(of: recording)
        let content = format.content(of: document)
        var (number, suffix) = (1, "")
        while try await !saveNew(content, to: "\(folder)/\(name)\(suffix).\(format.rawValue)") {
            number += 1
            suffix = " (\(number))"
        }
    }
}
