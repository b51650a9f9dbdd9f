extension Tool {
    /// How the sample ends, as `plain` text.
    static let sampleEnding = "ask what you can do for your country"

    /// Runs `parlandoctl transcribe` with the model tiny.en.
    static func transcribe(_ arguments: String..., by runner: [String] = []) async throws -> Result {
        try await run(["transcribe", "--model", "tiny.en"] + arguments, by: runner)
    }

    /// Lower case, letters and spaces only.
    static func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter }.joined(separator: " ")
    }
}
