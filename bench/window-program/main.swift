import Foundation
import ParlandoCore
import ParlandoGtk
import ParlandoPresenters

// Run by `scripts/bench terminal`. It reads the environment variable PARLANDO_BENCH_TIMES, and for a connection over
// SSH also PARLANDO_BENCH_PORT and PARLANDO_BENCH_OPTIONS.

/// Runs the benchmark once the application is activated, and then ends the program.
@MainActor final class BenchRun: ApplicationDelegate {
    private var bench: TerminalBench?

    func applicationDidActivate(_ application: Application) {
        let settings = ProcessInfo.processInfo.environment
        let times = settings["PARLANDO_BENCH_TIMES"].flatMap { Int($0) } ?? 20
        let bench = TerminalBench(application, connection: Self.connection(settings), times: times)
        self.bench = bench
        Task {
            do {
                try await bench.run()
                exit(EXIT_SUCCESS)
            } catch {
                print("no figure: \(error)")
                exit(EXIT_FAILURE)
            }
        }
    }

    private static func connection(_ settings: [String: String]) -> ConnectionProfile? {
        guard let port = settings["PARLANDO_BENCH_PORT"].flatMap({ Int($0) }) else {
            return nil
        }
        var made = ConnectionProfile(id: TerminalBench.connectionID, name: "bench", host: "127.0.0.1")
        made.port = port
        made.options = settings["PARLANDO_BENCH_OPTIONS"] ?? ""
        return made
    }

    func application(
        _ application: Application, didReceive command: DictationCommand, _ choice: DictationChoice
    ) -> String? {
        nil
    }
    func application(_ application: Application, didReceive paths: [String], others: Int) {}
    func application(_ application: Application, didReceive captions: CaptionChoice) -> String? { nil }
    func applicationDidPressFiles(_ application: Application) {}
    func applicationDidPressPreferences(_ application: Application) {}
    func applicationDidPressAbout(_ application: Application) {}
    func applicationMustEnd(_ application: Application) async {}
}

let run = BenchRun()
let application = Application(id: "io.github.parlando.Bench", version: Release.version)
application.delegate = run
exit(application.run())
