import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// The process that decodes recordings can do nothing else, and takes nothing with it.
@Suite(.timeLimit(.minutes(1)), .serialized) struct DecodedSoundTests {
    private let folder: SoundFolder

    init() throws {
        folder = try SoundFolder()
    }

    /// Decoders that this process runs.
    private func decoders() throws -> [pid_t] {
        let children = try String(contentsOfFile: "/proc/self/task/\(getpid())/children", encoding: .utf8)
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        let all = tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/children", encoding: .utf8) }
        return (all + [children]).joined(separator: " ").split(separator: " ").compactMap { pid_t($0) }.filter {
            (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8))?.hasPrefix("parlando-deco") ?? false
        }
    }

    /// A recording that is longer than what fits between the processes, so that its decoder waits.
    private func open() throws -> (sound: DecodedSound, decoder: pid_t) {
        let earlier = try Set(decoders())
        let path = try folder.writeWave(ToneMaker.noise(seconds: 60), to: "noise.wav")
        let sound = try DecodedSound(SoundLocation(path: path))
        return (sound, try #require(Set(decoders()).subtracting(earlier).first))
    }

    @Test func theKernelConfinesIt() throws {
        let (sound, decoder) = try open()
        let status = try String(contentsOfFile: "/proc/\(decoder)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(decoder)/fd").sorted() == ["0", "1", "2"])
        let environment = try String(contentsOfFile: "/proc/\(decoder)/environ", encoding: .utf8)
        #expect(environment == "SWIFT_BACKTRACE=enable=no\0")
        #expect(sound.read() != nil)
    }

    @Test func whatWasDecodedBeforeItCrashesStays() throws {
        let (sound, decoder) = try open()
        var seconds = try #require(sound.read()).seconds
        kill(decoder, SIGSEGV)
        while let run = sound.read() {
            seconds += run.seconds
        }
        #expect(seconds < 60)
        #expect(sound.report.loss == AudioFileError(.truncated, heard: seconds))
    }

    @Test func itEndsWithTheRecordingThatItDecodes() throws {
        var opened: (sound: DecodedSound, decoder: pid_t)? = try open()
        let decoder = try #require(opened?.decoder)
        #expect(kill(decoder, 0) == 0)
        opened = nil
        #expect(kill(decoder, 0) != 0)
    }

    @Test func oneProcessDecodesWhatComesFromMemory() async throws {
        let earlier = try Set(decoders())
        let decoder = SoundFileDecoder()
        let noise = [UInt8](MadeSound.file(ToneMaker.noise(seconds: 1), rate: 48_000))
        #expect(try await decoder.decode(noise).samples.count == 16_000)
        let process = try Set(decoders()).subtracting(earlier)
        #expect(process.count == 1)
        #expect(try await decoder.decode(noise).samples.count == 16_000)
        #expect(try Set(decoders()).subtracting(earlier) == process)
        // Whatever goes wrong begins anew with another one.
        for id in process {
            kill(id, SIGKILL)
            var information = siginfo_t()
            waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT)
        }
        #expect(try await decoder.decode(noise).samples.count == 16_000)
        await #expect(throws: AudioFileError.self) { try await decoder.decode([1, 2, 3]) }
        #expect(try await decoder.decode(noise).samples.count == 16_000)
    }

    @Test func wrongStampsDoNotMakeHoursInMemory() throws {
        // Two sounds, half an hour apart by their stamps.
        try folder.writeWave(ToneMaker.noise(seconds: 20), to: "noise.wav")
        let path = try folder.convert(
            "noise.wav", to: "gap.mkv",
            ["-af", "asetpts='PTS+if(gt(T,10),1800/TB,0)'", "-c:a", "libopus", "-fps_mode", "passthrough"])
        #expect { try Recording(path: path) } throws: { ($0 as? AudioFileError)?.kind == .truncated }
    }
}
