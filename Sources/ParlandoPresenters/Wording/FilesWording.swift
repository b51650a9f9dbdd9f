import Foundation
import ParlandoCore
import ParlandoServices

/// Texts about audio files and their transcription.
enum FilesWording {
    private static let pause = " · "

    static func folder(of path: String) -> String {
        let parts = path.unicodeScalars.split(separator: "/").dropLast()
        return "/" + parts.map { PathBytes.displayName(of: String($0)) }.joined(separator: "/")
    }

    static func progress(_ progress: FileProgress) -> String {
        guard !progress.isHeldUp else {
            return tr("Paused")
        }
        guard let done = progress.done else {
            return tr("Preparing…")
        }
        let places = ["done": Quantities.clock(done), "total": Quantities.clock(progress.total)]
        return progress.secondsLeft.map(Quantities.timeLeft)
            ?? (progress.total > 0 ? tr("{done} of {total}", places) : tr("{done} so far", places))
    }

    /// A file that waits counts as one of average length.
    static func total(_ files: [QueuedFile]) -> PageProgress? {
        let ended = files.count(where: \.hasEnded)
        guard files.count > 1, ended < files.count else {
            return nil
        }
        let running = files.compactMap(\.progress).first
        let share = (Double(ended) + (running?.fraction ?? 0)) / Double(files.count)
        let count = trn("{done} of {count} file", "{done} of {count} files", files.count, ["done": "\(ended)"])
        guard let running, let speed = running.speed, let left = running.secondsLeft, !running.isHeldUp else {
            return PageProgress(count, fraction: share)
        }
        let lengths = files.compactMap { $0.outcome?.seconds } + [running.total]
        let average = lengths.reduce(0, +) / Double(lengths.count)
        let waiting = Double(files.count - ended - 1) * average / speed
        return PageProgress(count + pause + Quantities.timeLeft(left + waiting), fraction: share)
    }

    // MARK: Results

    static func status(_ outcome: FileOutcome) -> String {
        let time = Quantities.clock(outcome.seconds)
        return switch outcome.end {
        case .whole where outcome.place == .nowhere, .cut where outcome.place == .nowhere: tr("No speech")
        case .whole: [tr("Done"), time].joined(separator: pause)
        case .cut: [tr("Incomplete"), time].joined(separator: pause)
        case .stopped: tr("Canceled")
        case .failed: tr("Failed")
        }
    }

    static func note(_ outcome: FileOutcome, isSaved: Bool) -> String {
        let time = ["time": Quantities.clock(outcome.seconds)]
        var sentences: [String]
        switch outcome.end {
        case .whole where outcome.place == .nowhere:
            return outcome.report.nothingHeard
        case .cut(let error) where outcome.place == .nowhere:
            return [error.message.text, outcome.report.nothingHeard].joined(separator: " ")
        case .cut(let error):
            sentences = [error.message.text]
        case .whole, .stopped:
            sentences = []
        case .failed(let failure):
            sentences = [message(failure)]
        }
        sentences += outcome.report.remarks.map(\.sentence)
        switch outcome.place {
        case .history where !outcome.end.isReadToTheEnd:
            sentences.append(tr("The text up to {time} is in the history.", time))
        case .nowhere, .history:
            break
        case .memory where isSaved, .memoryOnly where isSaved:
            sentences.append(tr("The text has been saved."))
        case .memory:
            sentences.append(tr("The text is not in the history: save it, or it is lost when you close Parlando."))
        case .memoryOnly(let error):
            sentences.append(HistoryWording.message(error))
            sentences.append(tr("Save the text, or it is lost when you close Parlando."))
        }
        return sentences.joined(separator: " ")
    }

    static func message(_ failure: FileFailure) -> String {
        switch failure {
        case .file(let error): error.message.text
        case .recognition(let error): error.message.text
        case .serverGone: ModelReadiness.serverGone
        case .fileChanged: tr("The file has changed since it was transcribed.")
        }
    }

    /// Why a text was not saved.
    static func message(_ error: any Error) -> String {
        guard let error = error as? TextSaveError else {
            return (error as? ArchiveError).map { HistoryWording.message($0) } ?? tr("The text was not saved.")
        }
        return switch error.kind {
        case .diskFull: tr("The text was not saved because the disk is full. It is still in the list.")
        case .denied, .folderMissing, .isFolder: error.message.text
        case .failed: tr("The text was not saved. It is still in the list.")
        }
    }

    /// What *Save All* did.
    ///
    /// - Parameter failures: names of files whose texts were not saved, and why.
    static func saved(_ count: Int, in folder: String, failures: [(name: String, why: String)]) -> String {
        let places = ["folder": PathBytes.displayName(of: folder)]
        let good =
            count > 0 ? [trn("{count} text saved in {folder}.", "{count} texts saved in {folder}.", count, places)] : []
        return (good + failures.map { "\($0.name): \($0.why)" }).joined(separator: " ")
    }

    // MARK: Commands

    /// Returns what helps after a failure, such as choosing another model; nil if only trying again can help.
    static func remedy(_ outcome: FileOutcome) -> FilesViewState.Action.Kind? {
        switch outcome.end {
        case .failed(.serverGone): .editServer
        case .failed(.recognition(let error)):
            switch error.message.action?.kind {
            case .downloadModel, .openPreferences: .chooseModel
            case .editServer: .editServer
            default: nil
            }
        case .failed(.file), .failed(.fileChanged), .whole, .cut, .stopped: nil
        }
    }

    static func action(_ kind: FilesViewState.Action.Kind, of file: String) -> FilesViewState.Action {
        let places = ["name": file]
        let (label, name) =
            switch kind {
            case .cancel: (tr("Cancel"), tr("Cancel {name}", places))
            case .show: (tr("Show Text"), tr("Show Text of {name}", places))
            case .save: (tr("Save Text…"), tr("Save Text of {name}", places))
            case .retry: (tr("Try Again"), tr("Try Again: {name}", places))
            case .chooseModel: (tr("Choose a Model"), tr("Choose a Model"))
            case .editServer: (tr("Servers"), tr("Servers"))
            case .remove: (tr("Remove from List"), tr("Remove {name} from List", places))
            }
        return FilesViewState.Action(kind: kind, label: label, name: name)
    }

    // MARK: The queue

    static func summary(_ files: [QueuedFile]) -> String {
        let done = files.count { $0.outcome?.end.isReadToTheEnd ?? false }
        let places = ["done": "\(done)"]
        return done == files.count
            ? trn("{count} file transcribed", "{count} files transcribed", files.count)
            : trn("{done} of {count} file transcribed", "{done} of {count} files transcribed", files.count, places)
    }

    static func notHere(_ count: Int) -> String {
        trn(
            "{count} file is not on this computer. Copy it to a local folder first.",
            "{count} files are not on this computer. Copy them to a local folder first.", count)
    }

    /// Returns nil if the user cancelled all files.
    static func notification(_ files: [QueuedFile]) -> (title: String, text: String)? {
        let told = files.filter { $0.outcome.map { $0.end != .stopped } ?? false }
        guard let first = told.first, let outcome = first.outcome else {
            return nil
        }
        if told.count == 1 {
            let name = PathBytes.displayName(of: first.path)
            let parts = [status(outcome), note(outcome, isSaved: false)]
            return (name, parts.filter { !$0.isEmpty }.joined(separator: pause))
        }
        let good = told.count { $0.outcome?.end.isReadToTheEnd ?? false }
        let bad = told.count - good
        let sentences = [
            good > 0 ? trn("{count} file transcribed", "{count} files transcribed", good) : nil,
            bad > 0 ? trn("{count} file could not be transcribed", "{count} files could not be transcribed", bad) : nil,
        ]
        return (tr("Files"), sentences.compactMap { $0 }.joined(separator: pause))
    }

    // MARK: Questions

    static var discarding: PageQuestion {
        PageQuestion(
            tr("Discard Text?"), tr("The text of this file has not been saved."), goOn: tr("Discard"), isLoss: true)
    }

    static func losing(_ count: Int) -> PageQuestion {
        .init(
            tr("Save Text?"),
            trn(
                "The text of {count} file has not been saved.", "The texts of {count} files have not been saved.",
                count),
            goOn: tr("Discard"), save: tr("Save…"))
    }

    static func interrupting(_ count: Int, isStored: Bool) -> PageQuestion {
        let place =
            isStored ? tr("The text so far is kept in the history.") : tr("The text so far will be lost.")
        return .init(
            tr("Stop Transcribing?"),
            trn("{count} file is not finished.", "{count} files are not finished.", count) + " " + place,
            goOn: tr("Stop"))
    }
}
