import ParlandoCore

/// Tries out writing at the caret in a field of this program.
extension CaretService {
    /// Maximum time to wait until a text field of this program gets the focus.
    private static let patience = Duration.seconds(3)
    /// Duration for which the trial's text is shown as an interim result before it is inserted.
    private static let preview = Duration.milliseconds(700)

    /// Tries out writing a text in a text field of this program: shows the text as an interim result first, and then
    /// inserts it. Closes `line`, the connection to the input method, and returns the result of the trial.
    func write(trial text: String, through line: any CaretLine) async -> CaretTrial {
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: Self.patience)) != nil {
                line.close()
            }
        }
        defer { timer.cancel() }
        var result = CaretTrial.noField
        var isShown = false
        for await event in line.events {
            switch event {
            case .entered(let visit) where !isShown && isOwn(visit):
                timer.cancel()
                isShown = true
                line.send(.write(1, final: "", interim: text, visit: visit.number))
                try? await clock.sleep(for: Self.preview)
                guard !Task.isCancelled, isOwn(visit) else {
                    result = Task.isCancelled ? .busy : .movedAway
                    line.close()
                    continue
                }
                line.send(.write(2, final: text, interim: "", visit: visit.number))
            case .written(2):
                result = .written
                line.close()
            case .refused, .left:
                if isShown, result == .noField {
                    result = .movedAway
                    line.close()
                }
            case .failed(let obstacle):
                result = .failed(obstacle)
                line.close()
            case .ready, .entered, .around, .written, .lost, .replaced:
                break
            }
        }
        return Task.isCancelled && result != .written ? .busy : result
    }

    /// Returns whether the focused field belongs to this program, as far as can be told, and accepts text. A visit is
    /// the time during which a field has the focus.
    private func isOwn(_ visit: CaretVisit) -> Bool {
        (visit.isOwn || isOwnWindowActive && (visit.client.isEmpty || visit.isShared)) && visit.purpose != .secret
    }
}
