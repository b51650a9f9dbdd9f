import ArgumentParser

/// `parlandoctl rhythm`
struct RhythmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rhythm",
        abstract: "Render a metronome, and judge how a rhythm was played.",
        discussion: """
            Examples:
              parlandoctl rhythm render --bpm 90 --bars 8 --pattern quarter,eighths -o clicks.wav
              parlandoctl rhythm judge --bpm 90 --bars 8 --pattern quarter,eighths --strokes taps.json
            """,
        subcommands: [RenderCommand.self, JudgeCommand.self])
}
