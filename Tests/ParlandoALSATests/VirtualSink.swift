import Foundation
import ParlandoTestSupport
import Testing

/// A loudspeaker that only one test knows.
struct VirtualSink {
    let name: String
    private let module: String

    init(named name: String = "test-\(UUID().uuidString)") async throws {
        self.name = name
        module = try await SystemProgram.runAside([
            "pactl", "load-module", "module-null-sink", "sink_name=\(name)", "rate=48000",
        ])
    }

    /// Hears what is played into it.
    var microphone: String {
        "pulse:\(name).monitor"
    }

    /// Returns when the last sample has been played.
    func play(frequency: Double, seconds: Double, amplitude: Float) async throws {
        try await play(ToneMaker.tone(frequency: frequency, seconds: seconds, amplitude: amplitude, rate: 48_000))
    }

    /// The same for samples at 48 kHz.
    func play(_ samples: [Float]) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).raw")
        try samples.withUnsafeBytes { Data($0) }.write(to: file)
        try await SystemProgram.runAside([
            "pacat", "--playback", "--raw", "--device=\(name)", "--format=float32le", "--rate=48000", "--channels=1",
            file.path,
        ])
        try FileManager.default.removeItem(at: file)
    }

    /// The server moves what is being played along.
    func makeDefault() async throws {
        try await Self.makeDefault(name)
    }

    static func makeDefault(_ name: String) async throws {
        try await SystemProgram.runAside(["pactl", "set-default-sink", name])
    }

    func unplug() async throws {
        try await SystemProgram.runAside(["pactl", "unload-module", module])
    }
}

/// A sound server with one microphone, for the tests that take it away.
final class OwnServer {
    let socket: String
    private let folder: URL
    private var process: pid_t?

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
        socket = folder.appending(path: "native").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns when the server answers.
    func start() async throws {
        // Foundation takes a program that closes inherited files for ended.
        let command = [
            "env", "PULSE_RUNTIME_PATH=\(folder.path)/runtime", "PULSE_STATE_PATH=\(folder.path)/state", "pulseaudio",
            "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=no",
            "--log-target=file:\(folder.path)/log", "--load=module-null-source",
            "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
        ]
        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var started = pid_t()
        try #require(posix_spawnp(&started, "env", nil, nil, &arguments, environ) == 0)
        process = started
        while (try? await pactl("info")) == nil {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// As a crash would.
    func stop() {
        guard let process else {
            return
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        self.process = nil
    }

    func pactl(_ arguments: String...) async throws {
        try await SystemProgram.runAside(["pactl", "--server=\(socket)"] + arguments)
    }
}
