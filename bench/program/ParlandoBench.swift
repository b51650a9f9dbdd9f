import Foundation

/// Takes measurements that are only possible within the program's own process. Run by `scripts/bench`.
///
/// usage: ParlandoBench [TIMES]
///        ParlandoBench voices [TIMES]         only the voices of this computer
///        ParlandoBench history [KILLS]        speed of the history's search, and losses of a killed program
///        ParlandoBench history-kills KILLS    only the losses of a killed program
///        ParlandoBench caret [TIMES]          writes words at the caret, and prints when each was final
///        ParlandoBench captions MODEL SOURCE MICROPHONE    events of captions, until the input ends
///        ParlandoBench calibration sound RATE FILE    the sound of a calibration, as 32-bit floats
///        ParlandoBench calibration measure    what is measured in each recording that a line of the input names
///        ParlandoBench live WEIGHTS GATE FOLDER SLOWDOWN [--set NAME=VALUE]... -- FILE...
///        ParlandoBench vocabulary WEIGHTS MANIFEST    vocabulary entries that the decoder weighs
@main
enum ParlandoBench {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "live" {
            let options = Array(arguments.dropFirst().prefix { $0 != "--" })
            return try await LiveBench(options).run(Array(arguments.dropFirst(options.count + 2)))
        }
        switch arguments.first {
        case "voices":
            let times = arguments.dropFirst().first.flatMap { Int($0) } ?? 20
            exit(try await VoiceBench(times: times).run() ? 0 : 1)
        case "vocabulary" where arguments.count == 3:
            return try await VocabularyBench(weights: arguments[1]).run(arguments[2])
        case "calibration":
            exit(CalibrationBench().run(Array(arguments.dropFirst())) ? 0 : 1)
        case "caret":
            return try await CaretBench().run(arguments.dropFirst().first.flatMap { Int($0) } ?? 200)
        case "captions" where arguments.count == 4:
            return try await CaptionBench(model: arguments[1]).run(arguments[2], microphone: arguments[3])
        case "killed" where arguments.count == 3:
            return await KilledProgram(rawValue: arguments[1])?.run(in: arguments[2]) ?? ()
        case "history", "history-kills":
            var isWithin = true
            if arguments.first == "history" {
                isWithin = try await HistoryBench().search()
            }
            let isWhole = try await HistoryBench().kills(arguments.dropFirst().first.flatMap { Int($0) } ?? 100)
            exit(isWithin && isWhole ? 0 : 1)
        default: break
        }
        let times = arguments.first.flatMap { Int($0) } ?? 20
        let sink = ProcessInfo.processInfo.environment["PARLANDO_VIRTUAL_SINK"]
        print(sink != nil ? "With a virtual loudspeaker." : "Without a loudspeaker: sound is heard at once.")
        try await TranslatorBench(times: times, ear: sink.map { try LoudspeakerEar(sink: $0) }).run()
        exit(try await VoiceBench(times: times).run() ? 0 : 1)
    }
}
