import ArgumentParser
import ParlandoPresenters

/// Command `parlandoctl rhythm`, which groups the rhythm commands.
struct RhythmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rhythm",
        abstract: tr("Play or render a metronome, find strokes, judge how a rhythm was played, measure latency."),
        discussion: HelpText.examples(
            "parlandoctl rhythm render --bpm 90 --bars 8 --pattern quarter,eighths -o clicks.wav",
            "parlandoctl rhythm detect take.wav --reference clicks.wav --calibration six-claps.wav",
            "parlandoctl rhythm judge --bpm 90 --bars 8 --pattern quarter,eighths --strokes taps.json",
            "parlandoctl rhythm calibrate", "parlandoctl rhythm metronome --bpm 90"),
        subcommands: [
            RenderCommand.self, DetectCommand.self, JudgeCommand.self, CalibrateCommand.self, MetronomeCommand.self,
        ])
}
