import Glibc
import ParlandoCore
import ParlandoPresenters
import ParlandoServices

/// Why a command failed: a message for the user and an exit code for scripts.
struct Failure: Error {
    /// From sysexits.h where one fits.
    enum Code: Int32, CaseIterable {
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case engine = 70
        case cannotWrite = 73
        case io = 74
        /// 128 plus the signal, as shells report it: SIGHUP, SIGINT, SIGPIPE and SIGTERM.
        case hungUp = 129
        case interrupted = 130
        case outputClosed = 141
        case terminated = 143
    }

    let code: Code
    /// Empty if there is nothing to say.
    let sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    init(interruptedBy signal: Int32) {
        let code: Code =
            switch signal {
            case SIGHUP: .hungUp
            case SIGTERM: .terminated
            default: .interrupted
            }
        self.init(code, "")
    }

    func report() {
        if !sentence.isEmpty {
            Output.error("parlandoctl: \(sentence)")
        }
    }
}

extension Failure {
    init(_ error: AudioError) {
        self.init(.unavailable, error.message.text)
    }

    init(_ error: AudioFileError, path: String) {
        let code: Code =
            switch error.kind {
            case .missing, .denied: .noInput
            case .isFolder, .notAudio, .isDocument, .noAudioTrack, .unfinished, .encrypted, .empty, .truncated,
                .tooLong:
                .badData
            case .trackMissing: .usage
            case .incomplete: .unavailable
            }
        self.init(code, "\(path): \(error.message.text)")
    }

    init(_ error: RecognitionError, model: String) {
        switch error.kind {
        case .modelMissing:
            self = .missing(error.model ?? model)
        case .modelCorrupt:
            let name = error.model ?? model
            self.init(
                .badData,
                tr(
                    "The model {name} is damaged. Get it again with: {command}",
                    ["name": name, "command": "parlandoctl models get \(name)"]))
        case .outOfMemory, .engineFailed:
            self.init(.engine, error.message.text)
        case .server(let kind):
            self.init(ServerError(kind, detail: error.detail), server: model)
        }
    }

    init(_ error: ModelError, model: String) {
        switch error.kind {
        case .unknownModel:
            self.init(
                .usage,
                tr("There is no model named {name}.", ["name": model]) + " "
                    + tr("See: {command}", ["command": "parlandoctl models list"]))
        case .notPresent:
            self = .missing(model)
        case .metered:
            self.init(
                .unavailable,
                ModelError.meteredNotice + " "
                    + tr(
                        "To use it all the same: {command}",
                        ["command": "parlandoctl models get --allow-metered \(model)"]))
        case .offline, .refused, .badAnswer, .signIn, .wrongChecksum:
            self.init(.unavailable, error.message.text)
        case .notThisModel, .notVoice, .configurationMissing:
            self.init(.badData, error.message.text)
        case .notWritable:
            self.init(.cannotWrite, error.message.text)
        case .diskFull, .notReadable, .failed:
            self.init(.io, error.message.text)
        }
    }

    /// - Parameter server: name or address.
    init(_ error: ServerError, server: String) {
        let code: Code =
            switch error.kind {
            case .invalidAddress, .insecure: .usage
            case .cancelled: .interrupted
            case .refused, .complained, .notUnderstood, .endless, .tooLarge, .redirected, .unreachable, .untrusted,
                .timedOut,
                .interrupted, .unauthorized, .busy, .keyring, .failed:
                .unavailable
            }
        self.init(code, "\(server): \(error.message.text)")
    }

    init(_ error: SecretError) {
        self.init(.unavailable, error.message.text)
    }

    init(_ error: TextSaveError, path: String) {
        let (code, reason): (Code, String) =
            switch error.kind {
            case .denied: (.cannotWrite, tr("it may not be written to."))
            case .folderMissing: (.cannotWrite, tr("there is no such folder."))
            case .isFolder: (.cannotWrite, tr("it is a folder."))
            case .diskFull: (.io, tr("the disk is full."))
            case .failed: (.io, tr("writing failed."))
            }
        self.init(code, "\(path): \(reason)")
    }

    init(_ failure: DictationFailure, model: String, source: String) {
        switch failure {
        case .audio(let error): self.init(error)
        case .recognition(let error): self.init(error, model: model)
        case .file(let error): self.init(error, path: source)
        }
    }

    init(onlyEnglish model: SpeechModel) {
        self.init(
            .usage,
            tr("The model {model} knows only English.", ["model": model.name]) + " "
                + tr("See: {command}", ["command": "parlandoctl models list"]))
    }

    init(noServer name: String) {
        self.init(
            .usage,
            tr("There is no server named {name}.", ["name": name]) + " "
                + tr("See: {command}", ["command": "parlandoctl servers list"]))
    }

    static func missing(_ model: String) -> Failure {
        Failure(
            .unavailable,
            tr("The model {model} is not on this computer.", ["model": model]) + " "
                + tr("Get it with: {command}", ["command": "parlandoctl models get \(model)"]))
    }
}

extension Failure {
    init(_ error: TranslationError) {
        let code: Code =
            switch error.kind {
            case .tooLong, .nothingToTranslate: .badData
            case .addressRefused, .sourceUnknown: .usage
            default: .unavailable
            }
        if case .authorities(let fault) = error.kind {
            self.init(fault)
        } else {
            self.init(code, error.message.text)
        }
    }

    /// With a hint for the command line.
    private init(_ fault: AuthorityFault) {
        self.init(.io, fault.sentence + " " + tr("Install Parlando again, or give --any-authority."))
    }
}

extension Failure {
    init(_ error: SynthesisError) {
        let sentence =
            switch error.kind {
            case .keyMissing: tr("The voice service needs a key: PARLANDO_GEMINI_KEY or PARLANDO_GOOGLE_KEY.")
            case .keyring(let kind): SecretError(kind).message.text
            case .authorities(let fault): Self(fault).sentence
            default: error.message.text
            }
        self.init(.unavailable, sentence)
    }
}

extension Failure {
    init(_ failure: RhythmFailure) {
        self.init(.unavailable, failure.message.text)
    }

    init(tempo text: String) {
        self.init(.usage, "--bpm \(text): " + tr("the tempo must be a number from 20 to 300."))
    }

    init(_ error: PatternError, path: String) {
        self.init(error.kind == .unreadable ? .noInput : .badData, "\(path): \(error.message.text)")
    }
}
