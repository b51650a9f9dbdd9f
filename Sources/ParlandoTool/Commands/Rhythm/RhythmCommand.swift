import ArgumentParser

/// `parlandoctl rhythm`
struct RhythmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rhythm",
        abstract: "Render a metronome, find strokes in a recording, and judge how a rhythm was played.",
        discussion: """
            Examples:
              parlandoctl rhythm render --bpm 90 --bars 8 --pattern quarter,eighths -o clicks.wav
              parlandoctl rhythm detect take.wav --reference clicks.wav --calibration six-claps.wav
              parlandoctl rhythm judge --bpm 90 --bars 8 --pattern quarter,eighths --strokes taps.json
            """,
        subcommands: [RenderCommand.self, DetectCommand.self, JudgeCommand.self])
}
