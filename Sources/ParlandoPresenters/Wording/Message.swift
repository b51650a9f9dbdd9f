public import ParlandoCore

/// A message to the user, with a command that may help.
public struct Message: Sendable, Equatable {
    public let text: String
    /// Nil if the program offers no help.
    public let action: PageAction?

    public init(_ text: String, _ action: PageAction? = nil) {
        self.text = text
        self.action = action
    }
}

extension Message {
    /// What has happened, without what the user can do: the first sentence.
    var cause: String {
        var cutter = SentenceCutter()
        return cutter.take(text, isWhole: true).first ?? text
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

extension AudioError {
    public var message: Message {
        guard side == .microphone else {
            return loudspeakerMessage
        }
        return switch kind {
        case .noDevice: Message(tr("No microphone found. Connect one, or choose a device."), .chooseMicrophone)
        case .busy: Message(tr("Another application is using the microphone. Close it, then try again."), .tryAgain)
        case .taken(let user):
            user.message
        case .denied:
            Message(
                tr("Parlando does not have permission to use the microphone. Check your account's permissions."),
                .tryAgain)
        case .lost:
            Message(
                tr("The microphone was disconnected. Reconnect it, or choose another."), .chooseMicrophone)
        case .unsupported: Message(tr("Parlando cannot use this microphone. Choose another."), .chooseMicrophone)
        case .failed: Message(tr("The microphone could not be opened."), .tryAgain)
        }
    }
}

enum MicrophoneWording {
    static var noSound: Message {
        Message(tr("The microphone gives no sound. Is it muted?"), .chooseMicrophone)
    }

    static func listening(_ user: MicrophoneUser) -> String {
        switch user {
        case .dictation: tr("Dictation is using the microphone.")
        case .terminal: tr("The terminal is using the microphone.")
        case .rhythm: tr("The rhythm trainer is using the microphone.")
        case .translator: tr("The translator is using the microphone.")
        case .captions: tr("Captions are using the microphone.")
        }
    }

    static var listeningAhead: String {
        tr("The microphone stays open for push-to-talk.")
    }

    static func replaced(_ former: AudioDevice, by next: AudioDevice) -> String {
        tr(
            "{former} was disconnected. The microphone is now {name}.",
            ["former": former.title, "name": next.title])
    }
}

extension MicrophoneUser {
    var message: Message {
        switch self {
        case .dictation:
            Message(tr("Dictation is using the microphone. Stop it on its page, then try again."), .tryAgain)
        case .terminal:
            Message(tr("The terminal is using the microphone. Stop dictating on its page, then try again."), .tryAgain)
        case .rhythm:
            Message(tr("The rhythm trainer is using the microphone. Stop it on its page, then try again."), .tryAgain)
        case .translator:
            Message(tr("The translator is using the microphone. Stop it on its page, then try again."), .tryAgain)
        case .captions:
            Message(tr("Captions are using the microphone. Close their window, then try again."), .tryAgain)
        }
    }
}

extension AudioFileError {
    public var message: Message {
        switch kind {
        case .missing: Message(tr("File not found."))
        case .denied: Message(tr("You do not have permission to read this file."))
        case .isFolder: Message(tr("This is a folder. Open the recordings in it."))
        case .notAudio: Message(tr("This file has no audio that Parlando can read."))
        case .isDocument: Message(tr("This is a text or picture, not a recording."))
        case .noAudioTrack: Message(tr("This video has no audio track."))
        case .trackMissing: Message(tr("The file has no audio track with this number."))
        case .unfinished:
            Message(
                tr(
                    "The recording was not finished: its index is missing or damaged. The app that recorded it may "
                        + "be able to repair it."))
        case .encrypted: Message(tr("The file is protected against copying, so its sound cannot be read."))
        case .empty: Message(tr("The file is empty: it contains no audio."))
        case .truncated: Message(truncated)
        case .tooLong:
            Message(tr("The recording is too long to fit in memory. Split it into parts of up to two hours."))
        case .incomplete: Message(tr("A part of Parlando is missing: parlando-decoder"))
        }
    }

    /// Most places that are named one by one.
    private static var mostPlaces: Int { 8 }

    private var truncated: String {
        var sentences = lost.prefix(Self.mostPlaces).map(\.sentence)
        let others = lost.count - sentences.count
        if others > 0 {
            sentences.append(
                trn("{count} more place could not be read.", "{count} more places could not be read.", others))
        }
        if let heard {
            sentences.append(
                tr(
                    "The recording ends early, after {time}: part of the audio is missing.",
                    ["time": heard < 60 ? Quantities.seconds(heard) : Quantities.clock(heard)]))
        }
        return sentences.isEmpty
            ? tr("The file is incomplete: part of the audio is missing.") : sentences.joined(separator: " ")
    }
}

extension LostSound {
    fileprivate var sentence: String {
        let places = ["start": Quantities.clock(start.rounded()), "end": Quantities.clock(end.rounded())]
        if places["start"] == places["end"] {
            return tr("At {start} something could not be read.", places)
        }
        return isWhole
            ? tr("From {start} to {end} nothing could be read.", places)
            : tr("From {start} to {end} not everything could be read.", places)
    }
}

extension AudioTracks {
    /// Such as `1 (eng, Commentary)` for each.
    public var titles: [String] {
        names.enumerated().map { index, name in
            let shown = TerminalText.title(name)
            return shown.isEmpty ? "\(index + 1)" : "\(index + 1) (\(shown))"
        }
    }

    /// Nil if there is one track only.
    public var sentence: String? {
        guard names.count > 1 else {
            return nil
        }
        return trn("The file has {count} audio track.", "The file has {count} audio tracks.", names.count) + " "
            + tr("Track {number} was chosen.", ["number": titles[chosen]])
    }
}

extension AudioFileReport {
    public var nothingHeard: String {
        loudest == nil
            ? tr("No speech was found: the recording is silent from beginning to end.")
            : tr("No speech was found.")
    }
}

extension AudioFileRemark {
    public var sentence: String {
        switch self {
        case .headerWrong: tr("The file states a wrong length; all of its sound was transcribed.")
        case .clockJumps(let time):
            tr(
                "The times in the file jump at {time}; from there on they may be wrong.",
                ["time": Quantities.clock(time)])
        case .channelsMixed: tr("Its channels hold different speech at the same time and were mixed.")
        }
    }
}

extension TextSaveError {
    /// The text is still on the page.
    public var message: Message {
        switch kind {
        case .diskFull: Message(tr("The text was not saved because the disk is full. It is still on this page."))
        case .denied:
            Message(tr("The text was not saved: you do not have permission to write to this folder. Choose another."))
        case .folderMissing: Message(tr("The text was not saved: the folder does not exist. Choose another."))
        case .isFolder:
            Message(tr("The text was not saved: a folder with this name already exists. Choose another name."))
        case .failed: Message(tr("The text was not saved. It is still on this page."))
        }
    }
}

extension TextReadError {
    public var message: Message {
        switch self {
        case .unreadable: Message(tr("The file cannot be read."))
        case .tooLarge: Message(tr("The file is too large for a list of words."))
        case .notText: Message(tr("The file is not a text file in UTF-8."))
        }
    }
}

extension VocabularyList.Fault {
    public var message: Message {
        Message(tr("Nothing was imported: line {line} is not a word, or is too long.", ["line": "\(line)"]))
    }
}

extension ReplacementList.Fault {
    public var message: Message {
        let places = ["line": "\(line)"]
        switch kind {
        case .noSeparator: return Message(tr("Nothing was imported: line {line} has no tab or arrow (→).", places))
        case .noWords: return Message(tr("Nothing was imported: line {line} has no words before the arrow.", places))
        case .tooLong: return Message(tr("Nothing was imported: line {line} is too long.", places))
        }
    }
}

public enum ProgramWording {
    /// Shown before the program ends because memory cannot be allocated.
    public static var tooLittleMemory: String {
        tr("Parlando has to close: there is not enough memory. Close other applications.")
    }

    /// Message while a request waits to be repeated.
    public static func retrying(in seconds: Int) -> String {
        trn("Retrying in {count} second.", "Retrying in {count} seconds.", seconds)
    }
}
