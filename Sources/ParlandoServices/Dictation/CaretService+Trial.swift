import ParlandoCore

/// Writes a text to try it out.
extension CaretService {
    /// Time for a field to come forward.
    private static let patience = Duration.seconds(3)
    /// Time during which the text is shown as interim.
    private static let preview = Duration.milliseconds(700)

    public func tryOut(_ text: String) async -> CaretTrial {
        guard !isDelivering else {
            return .busy
        }
        let line = typing.open()
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: Self.patience)) != nil {
                line.close()
            }
        }
        defer { timer.cancel() }
        var result = CaretTrial.noField
        for await event in line.events {
            switch event {
            case .entered(let visit) where result == .noField && visit.purpose != .secret:
                timer.cancel()
                line.send(.write(1, final: "", interim: text, visit: visit.number))
                try? await clock.sleep(for: Self.preview)
                line.send(.write(2, final: text, interim: "", visit: visit.number))
            case .written(2):
                result = .written
                line.close()
            case .refused, .left:
                // The focus has moved away meanwhile.
                line.close()
            case .failed(let obstacle):
                result = .failed(obstacle)
                line.close()
            case .ready, .entered, .around, .written, .lost, .replaced:
                break
            }
        }
        return result
    }
}
