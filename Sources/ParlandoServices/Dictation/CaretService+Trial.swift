import ParlandoCore

/// Tries out writing at the caret in a field of this program.
extension CaretService {
    /// A trial that is under way.
    struct Trial {
        let task: Task<CaretTrial, Never>
        /// Connection to the input method that the trial uses; nil before it is opened.
        var line: (any CaretLine)?
        /// The wait while the text is shown as an interim result; nil before it begins.
        var pause: Task<Void, Never>?
        /// Whether a session has ended the trial.
        var isCut = false
    }

    /// Maximum time to wait until a text field of this program gets the focus.
    private static let patience = Duration.seconds(3)
    /// Duration for which the trial's text is shown as an interim result before it is inserted.
    private static let preview = Duration.milliseconds(700)

    /// Tries out writing a text once no earlier input method of this program is active.
    func write(trial text: String) async -> CaretTrial {
        await rest()
        guard trial?.isCut == false else {
            return .busy
        }
        let line = typing.open()
        trial?.line = line
        let result = await write(trial: text, through: line)
        return trial?.isCut == true && result != .written ? .busy : result
    }

    /// Ends the trial (insertion of a sample text) that is under way, and waits until its input method has ended. The
    /// task is not cancelled, because it would then return before the input method has ended.
    func endTrial() async {
        trial?.isCut = true
        trial?.pause?.cancel()
        trial?.line?.close()
        _ = await trial?.task.value
    }

    /// Tries out writing a text in a text field of this program: shows the text as an interim result first, and then
    /// inserts it. Closes `line`, the connection to the input method, and returns the result of the trial once the input
    /// method has ended.
    private func write(trial text: String, through line: any CaretLine) async -> CaretTrial {
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: Self.patience)) != nil {
                line.close()
            }
        }
        defer { timer.cancel() }
        var result: CaretTrial?
        var isShown = false
        for await event in line.events where result == nil {
            switch event {
            case .entered(let visit) where !isShown && isOwn(visit):
                timer.cancel()
                isShown = true
                result = await show(text, in: visit, through: line)
            case .written(2):
                result = .written
            case .refused where isShown, .left where isShown:
                result = .movedAway
            case .failed(let obstacle):
                result = .failed(obstacle)
            case .ready, .entered, .left, .around, .written, .refused, .lost, .replaced:
                break
            }
            if result != nil {
                line.close()
            }
        }
        return result ?? .noField
    }

    /// Shows the text as interim for a moment, then writes it. Returns why it could not be written, or nil if it was
    /// sent.
    private func show(_ text: String, in visit: CaretVisit, through line: any CaretLine) async -> CaretTrial? {
        guard trial?.isCut == false else {
            return .busy
        }
        guard line.send(.write(1, final: "", interim: text, visit: visit.number)) else {
            return .failed(.silent)
        }
        let pause = Task { [clock] in
            _ = try? await clock.sleep(for: Self.preview)
        }
        trial?.pause = pause
        await pause.value
        guard trial?.isCut == false, isOwn(visit) else {
            return .movedAway
        }
        return line.send(.write(2, final: text, interim: "", visit: visit.number)) ? nil : .failed(.silent)
    }

    /// Returns whether the focused field belongs to this program, as far as can be told, and accepts text. A visit is
    /// the time during which a field has the focus.
    private func isOwn(_ visit: CaretVisit) -> Bool {
        (visit.isOwn || isOwnWindowActive && visit.mayBeOwn) && visit.purpose != .secret
    }
}
