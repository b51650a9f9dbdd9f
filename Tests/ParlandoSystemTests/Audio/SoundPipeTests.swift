import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// Sound that comes through pipes, which can only be read forward.
@Suite(.timeLimit(.minutes(2)), .serialized) struct SoundPipeTests {
    private let folder: SoundFolder
    private let tone = ToneMaker.tone(frequency: 440, seconds: 2, amplitude: 0.4)

    init() throws {
        folder = try SoundFolder()
        try folder.writeWave(tone, to: "tone.wav")
        mkfifo(folder.path("pipe"), 0o600)
    }

    /// Pushes a file through the named pipe, in small pieces.
    private func push(_ data: Data) {
        let path = folder.path("pipe")
        Thread.detachNewThread {
            guard let pipe = try? FileHandle(forWritingTo: URL(filePath: path)) else {
                return
            }
            signal(SIGPIPE, SIG_IGN)
            for start in stride(from: 0, to: data.count, by: 1000) {
                try? pipe.write(contentsOf: data[start..<min(start + 1000, data.count)])
            }
            try? pipe.close()
        }
    }

    /// Six seconds of a recorder that goes on: the pipe ends when the handle is closed. Waits for no reader.
    private func record() throws -> FileHandle {
        let pipe = open(folder.path("pipe"), O_RDWR | O_CLOEXEC)
        let sizeOfPipe: Int32 = 1031  // F_SETPIPE_SZ
        _ = fcntl(pipe, sizeOfPipe, 1 << 20)
        let handle = FileHandle(fileDescriptor: pipe, closeOnDealloc: true)
        try handle.write(contentsOf: MadeSound.file(tone + tone + tone, promised: 0xFFFF_FFFF))
        return handle
    }

    @Test func theWindowWaitsForNoPipe() async throws {
        let path = folder.path("pipe")
        let writer = try record()
        await #expect(throws: AudioFileError(.notAudio, detail: "a pipe")) {
            try await SoundFileReader().blocks(of: path, seconds: 1).seconds
        }
        // It is refused where it would be opened, on a thread of its own: even asking what it is may take forever.
        var location = SoundLocation(path: path)
        location.refusesPipes = true
        #expect(throws: AudioFileError(.notAudio, detail: "a pipe")) {
            try SoundInput.open(location, stop: StopFlag())
        }
        try writer.close()
    }

    @Test func waitingForAPipeThatNobodyWritesToCanBeCancelled() async throws {
        let path = folder.path("pipe")
        // Somebody holds its other end, and is silent.
        let silent = open(path, O_RDWR | O_CLOEXEC)
        defer { close(silent) }
        let opening = Task {
            try await SoundFileReader().blocks(of: SoundLocation(path: path), seconds: 1).seconds
        }
        opening.cancel()
        await #expect(throws: AudioFileError.self) { try await opening.value }
    }

    @Test(arguments: [
        "wav", "mp3", "flac", "ogg", "opus", "mkv", "webm", "m4a", "mp4", "aiff", "au", "wma", "ts", "aac",
    ])
    func everyFormatIsReadThroughAPipe(ending: String) async throws {
        let path = try folder.convert("tone.wav", to: "made.\(ending)")
        let whole = await SoundFolder.hear(path)
        push(try Data(contentsOf: URL(filePath: path)))
        let heard = await SoundFolder.hear(folder.path("pipe"))
        #expect(heard.error == nil)
        #expect(abs(heard.samples.count - whole.samples.count) < 1500)
        #expect(abs(ToneMaker.amplitude(of: 440, in: Array(heard.samples.dropFirst(8000).prefix(16_000))) - 0.4) < 0.05)
    }

    @Test func tagsAndZerosAreLeftOutAlsoOfAPipe() async throws {
        let sound = try Data(contentsOf: URL(filePath: folder.convert("tone.wav", to: "made.mp3")))
        let tag = Data("ID3\u{3}\0\0\0\u{2}\0\0".utf8) + Data(repeating: 9, count: 32_768)
        push(tag + Data(count: 5000) + sound)
        let heard = await SoundFolder.hear(folder.path("pipe"))
        #expect(heard.error == nil)
        #expect(abs(heard.samples.count - 32_000) < 1500)
    }

    @Test func aPipeThatEndsTooEarlyTellsSo() async throws {
        push(MadeSound.file(tone).prefix(32_044))
        let heard = await SoundFolder.hear(folder.path("pipe"))
        #expect(heard.error?.kind == .truncated)
        #expect(heard.samples.count == 16_000)
        try folder.writeWave(ToneMaker.noise(seconds: 8, amplitude: 0.5), to: "noise.wav")
        let ogg = try Data(contentsOf: URL(filePath: folder.convert("noise.wav", to: "made.ogg")))
        push(ogg.prefix(ogg.count * 2 / 3))
        #expect(await SoundFolder.hear(folder.path("pipe")).error?.kind == .truncated)
    }

    @Test(arguments: [UInt32(0), 0xFFFF_FFFF, 0x7FFF_FFFF])
    func aRecorderThatWritesIntoAPipeKnowsNoLength(promised: UInt32) async throws {
        push(MadeSound.file(tone, promised: promised))
        let heard = await SoundFolder.hear(folder.path("pipe"))
        #expect(heard.error == nil)
        #expect(heard.samples.count == tone.count)
    }

    @Test func aPipeWithoutSoundIsADocument() async throws {
        push(Data("Dear diary, today".utf8))
        #expect(await SoundFolder.hear(folder.path("pipe")).error?.kind == .isDocument)
    }

    @Test func soundIsGivenBeforeThePipeEnds() async throws {
        let path = folder.path("pipe")
        let writer = try record()
        let file = try await SoundFileReader().blocks(of: SoundLocation(path: path), seconds: 0.1)
        var iterator = file.blocks.makeAsyncIterator()
        for _ in 0..<10 {
            #expect(try await iterator.next()?.samples.count == 1600)
        }
        try writer.close()
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let path = folder.path("pipe")
        let writer = try record()
        let file = try await SoundFileReader().blocks(of: SoundLocation(path: path), seconds: 1)
        let reading = Task {
            var samples = 0
            for try await block in file.blocks {
                samples += block.samples.count
            }
            return samples
        }
        try await Task.sleep(for: .milliseconds(300))
        reading.cancel()
        _ = await reading.result
        try writer.close()
    }

    @Test func aMicrophoneOnAPipeIsHeardOnceAndClosedAtOnce() async throws {
        let path = folder.path("pipe")
        let writer = try record()
        let microphone = try await FileMicrophone(SoundLocation(path: path), pace: .max)
        var samples = 0
        for await case .block(let block) in try await microphone.open(nil) {
            samples += block.samples.count
            if samples == 16_000 {
                microphone.close()
            }
        }
        #expect(samples == 16_000)
        #expect(microphone.failure == nil)
        try writer.close()
    }

    @Test func namesAreBytes() async throws {
        let name = Array(folder.path("caf").utf8) + [0xE9] + Array(".wav".utf8)
        let file = (name + [0]).withUnsafeBytes { name in
            name.baseAddress.map { open($0.assumingMemoryBound(to: CChar.self), O_WRONLY | O_CREAT, 0o600) } ?? -1
        }
        try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: MadeSound.file(tone))
        #expect(await SoundFolder.hear(SoundLocation(path: PathBytes.text(name))).samples.count == tone.count)
        for name in ["new\nline.wav", "esc\u{1B}[31m.wav", "-dash.wav", "100%d.wav"] {
            try folder.writeWave(tone, to: name)
            #expect(await SoundFolder.hear(folder.path(name)).samples.count == tone.count)
        }
    }
}
