extension Tool {
    /// All commands, by their words.
    static let commands = [
        [], ["transcribe"], ["listen"], ["models"], ["models", "list"], ["models", "get"], ["models", "import-voice"],
        ["models", "remove"], ["models", "verify"], ["servers"], ["servers", "list"], ["servers", "add"],
        ["servers", "edit"],
        ["servers", "remove"], ["servers", "test"], ["devices"], ["rhythm"], ["rhythm", "render"],
        ["rhythm", "detect"],
        ["rhythm", "judge"], ["rhythm", "calibrate"], ["rhythm", "metronome"], ["translate"],
    ]
}
