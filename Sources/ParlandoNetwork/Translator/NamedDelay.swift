/// Parser for delays as services write them: `38s`, `2.46s`, `373.8ms`, `1h2m3s`, or within a sentence.
enum NamedDelay {
    /// Returns the delay, or nil if the text is not exactly one delay, such as `1h2m3s`.
    static func read(_ text: some StringProtocol) -> Duration? {
        guard !text.isEmpty,
            let match = String(text).wholeMatch(
                of: /(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?(?:([0-9]{1,9}(?:\.[0-9]{1,12})?)(ms|s))?/)
        else {
            return nil
        }
        let units: [(Substring?, Double)] = [
            (match.1, 3600), (match.2, 60), (match.3, match.4 == "ms" ? 0.001 : 1),
        ]
        return .seconds(units.reduce(0) { $0 + ($1.0.flatMap { Double($0) } ?? 0) * $1.1 })
    }

    /// Returns the delay named in a sentence ("Please retry in 3.2s.", "Try again in 20 seconds."), or nil if there is
    /// none.
    static func find(in sentence: String) -> Duration? {
        guard
            let match = sentence.firstMatch(
                of: /(?i)(?:retry|again) (?:in|after) ([0-9.]+[0-9hms.]*)( second| minute| hour)?/)
        else {
            return nil
        }
        let delay = match.1.last == "." ? match.1.dropLast() : match.1
        return read(delay + (match.2?.lowercased().dropFirst().prefix(1) ?? ""))
    }

    /// Returns the rate limit in a sentence as requests per minute ("20 per 1 minute"), or nil if there is none. Limits
    /// per hour or day are ignored, because they do not determine one per minute.
    static func requestsPerMinute(in sentence: String) -> Int? {
        guard let match = sentence.firstMatch(of: /([0-9]{1,6}) per ([0-9]{1,4}) (second|minute)/),
            let count = Int(match.1), let periods = Int(match.2), periods > 0
        else {
            return nil
        }
        return max(1, count * (match.3 == "second" ? 60 : 1) / periods)
    }
}
