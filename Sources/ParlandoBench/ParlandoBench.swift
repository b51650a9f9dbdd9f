import Foundation

/// Measures from within the program what no other program can see. Run by `scripts/bench translator`.
///
/// usage: ParlandoBench [TIMES]
@main
enum ParlandoBench {
    static func main() async throws {
        let times = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20
        let sink = ProcessInfo.processInfo.environment["PARLANDO_VIRTUAL_SINK"]
        print(sink != nil ? "With a virtual loudspeaker." : "Without a loudspeaker: sound is heard at once.")
        try await TranslatorBench(times: times, ear: sink.map { try LoudspeakerEar(sink: $0) }).run()
    }
}
