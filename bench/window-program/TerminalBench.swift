import CGtk
import Foundation
import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport

/// Benchmark of the terminal page in the real window, with a real shell and simulated dictation. Prints one measurement
/// per line: its name and a number.
@MainActor final class TerminalBench {
    private static let letters = 1000
    private static let floodTime = Duration.seconds(5)

    private let times: Int
    private let application: Application
    private let page: TerminalPage
    private let dictation = DictationService(microphone: FakeMicrophone(), recognizer: ScriptedRecognizer())
    private let models = ModelStage(present: [])
    private let presenter: TerminalPresenter
    private let window: MainWindow
    private let isRemote: Bool

    /// - Parameter connection: SSH connection to open, or nil for a shell on this computer.
    init(_ application: Application, connection: ConnectionProfile?, times: Int) {
        self.application = application
        self.times = times
        isRemote = connection != nil
        var preferences = Preferences()
        preferences.terminal.connections = connection.map { [$0] } ?? []
        page = TerminalPage(environment: ProcessInfo.processInfo.environment)
        let store = FakePreferenceStore(preferences)
        presenter = TerminalPresenter(
            view: page, dictation: dictation, models: models.service, servers: FakeServers(), store: store,
            saver: FakeTextSaver(), downloads: ModelDownloads(models, store: store), shells: ["/bin/bash"])
        window = MainWindow(
            application, pages: [DictationPage(), page], preferences: PreferencesWindow())
        page.presenter = presenter
    }

    func run() async throws {
        presenter.activate()
        window.present()
        let root = try await wait { self.root }
        if let stack = Terminal.find("AdwViewStack", below: root) {
            adw_view_stack_set_visible_child_name(OpaquePointer(stack), "terminal")
        }
        if let id = presenterConnection {
            presenter.openConnection(id)
        } else {
            presenter.openShell()
        }
        let terminal = try await wait { Terminal(below: root) }
        try await rest(terminal)
        for number in 0..<times {
            try await measurePaste(number, terminal)
        }
        try await measureFlood(terminal)
    }

    private var presenterConnection: String? {
        isRemote ? Self.connectionID : nil
    }

    static let connectionID = "bench"

    private var root: UnsafeMutablePointer<GtkWidget>? {
        let windows = gtk_window_list_toplevels()
        defer { g_list_free(windows) }
        return windows?.pointee.data?.assumingMemoryBound(to: GtkWidget.self)
    }

    // MARK: What is measured

    /// Measures the time from pressing Send until the terminal contains the text, and until VTE has drawn the text.
    private func measurePaste(_ number: Int, _ terminal: Terminal) async throws {
        let text = Self.text(number)
        let letters = text.filter { $0 != " " }
        presenter.edit(text, in: TerminalTabID(1))
        try await rest(terminal)
        let start = ContinuousClock.now
        presenter.send()
        let before = Self.processorTime
        var (end, after) = (start, before)
        let seen = await terminal.picture {
            (end, after) = (.now, Self.processorTime)
            return terminal.letters.hasSuffix(letters)
        }
        report("paste", end - start)
        report("picture", seen - start)
        print("work", 1000 * (after - before))
        try await press("ctrl+c")
        try await rest(terminal)
    }

    /// Measures the delay of the main loop during a flood of output, and the time until Ctrl+C ends the flood.
    private func measureFlood(_ terminal: Terminal) async throws {
        try await type("yes")
        try await rest(terminal)
        let (processor, began) = (Self.processorTime, ContinuousClock.now)
        try await press("Return")
        while ContinuousClock.now - began < Self.floodTime {
            let due = ContinuousClock.now + .milliseconds(5)
            try await Task.sleep(until: due, clock: .continuous)
            report("late", ContinuousClock.now - due)
        }
        let share = (Self.processorTime - processor) / ((ContinuousClock.now - began) / .seconds(1))
        print("processor \(100 * share)")
        let pressed = ContinuousClock.now
        try await press("ctrl+c")
        let last = try await rest(terminal)
        report("end", last - pressed)
    }

    // MARK: Help

    /// Returns a text whose words are all different and occur in no other text of the benchmark, so that the terminal
    /// contains them only if this text was sent.
    private static func text(_ number: Int) -> String {
        var text = ""
        while text.count < letters {
            text += "w\(number)x\(text.count) "
        }
        return String(text.prefix(letters - 1)) + "z"
    }

    /// Waits until the terminal's text has not changed for a quarter of a second, and returns the time of the last
    /// change.
    @discardableResult private func rest(_ terminal: Terminal) async throws -> ContinuousClock.Instant {
        var (seen, last) = (terminal.letters, ContinuousClock.now)
        while ContinuousClock.now - last < .milliseconds(250) || seen.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
            let now = terminal.letters
            if now != seen {
                (seen, last) = (now, ContinuousClock.now)
            }
        }
        return last
    }

    private func wait<Value>(for find: () -> Value?) async throws -> Value {
        for _ in 0..<1000 {
            if let found = find() {
                return found
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Broken(detail: "the window did not come")
    }

    private func report(_ name: String, _ duration: Duration) {
        print(name, duration / .milliseconds(1))
    }

    private func type(_ text: String) async throws {
        try await xdotool("type", text)
    }

    private func press(_ key: String) async throws {
        try await xdotool("key", key)
    }

    private func xdotool(_ arguments: String...) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["xdotool"] + arguments
        let (ends, door) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in door.finish() }
        try process.run()
        for await _ in ends {}
    }

    /// Processor time used by this process, in seconds.
    private static var processorTime: Double {
        var used = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        return Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
    }
}

/// Error thrown if a measurement fails.
struct Broken: Error {
    let detail: String
}
