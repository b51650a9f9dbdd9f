import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FlacSoundsTests {
    private let folder: TemporaryFolder
    private let sounds: FlacSounds
    private let id = UUID()

    init() throws {
        folder = try TemporaryFolder()
        sounds = FlacSounds(folder: folder.file("recordings"))
    }

    /// A tone of 440 Hz.
    private func tone(_ seconds: Double) -> [Float] {
        (0..<Int(seconds * 16_000)).map { 0.5 * sin(Float($0) * 2 * .pi * 440 / 16_000) }
    }

    private func samples() async throws -> [Float] {
        let path = try #require(await sounds.path(of: id))
        let file = try await SoundFileReader().blocks(of: path, seconds: 1)
        var samples: [Float] = []
        for try await block in file.blocks {
            samples += block.samples
        }
        return samples
    }

    @Test func aFileIsToldFromOneThatTakesItsPlace() async throws {
        try folder.write([1, 2, 3], to: "talk.wav")
        let mark = try #require(await sounds.mark(of: folder.file("talk.wav"))?.text)
        #expect(await sounds.mark(of: folder.file("talk.wav"))?.text == mark)
        try folder.write([1, 2, 4], to: "talk.wav")
        #expect(await sounds.mark(of: folder.file("talk.wav"))?.text != mark)
        #expect(await sounds.mark(of: folder.file("gone.wav")) == nil)
    }

    @Test func whatIsAppendedIsReadBack() async throws {
        let tone = tone(2.3)
        for start in stride(from: 0, to: tone.count, by: 4000) {
            try await sounds.append(Array(tone[start..<min(start + 4000, tone.count)]), to: id)
        }
        await sounds.finish(id)
        let read = try await samples()
        #expect(read.count == tone.count)
        #expect(zip(read, tone).allSatisfy { abs($0 - $1) < 0.0001 })
    }

    @Test func twoChannelsAreSideBySide() async throws {
        let samples = (0..<32_000).map { Float($0 % 2 == 0 ? 0.5 : -0.25) }
        try await sounds.append(samples, channels: 2, to: id)
        await sounds.finish(id)
        let path = try #require(await sounds.path(of: id))
        #expect(try await SoundFileReader().blocks(of: path, seconds: 1).channels == 2)
        #expect(try await self.samples().count == 16_000)
    }

    @Test func whatWasNotFinishedCanBePlayedToItsLastFrame() async throws {
        try await sounds.append(tone(2), to: id)
        let read = try await samples()
        #expect(read.count > 28_000 && read.count <= 32_000)
    }

    @Test func soundOfAnyValueIsWritten() async throws {
        try await sounds.append([.nan, .infinity, -.infinity, 2, -2, 0], to: id)
        await sounds.finish(id)
        #expect(try await samples().count == 6)
    }

    @Test func onlyTheOwnerCanReadARecording() async throws {
        try await sounds.append(tone(0.1), to: id)
        let path = try #require(await sounds.path(of: id))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func recordingsWithoutASessionAreDeletedAndOtherFilesAreNot() async throws {
        let other = UUID()
        try await sounds.append(tone(0.1), to: id)
        try await sounds.append(tone(0.1), to: other)
        try Data().write(to: URL(filePath: folder.file("recordings/notes.txt")))
        #expect(await sounds.keepOnly([id]).isEmpty)
        #expect(await sounds.path(of: id) != nil)
        #expect(await sounds.path(of: other) == nil)
        #expect(FileManager.default.fileExists(atPath: folder.file("recordings/notes.txt")))
        await sounds.remove(id)
        #expect(await sounds.path(of: id) == nil)
    }

    @Test func aFolderThatCannotBeWrittenIsAnError() async throws {
        try Data().write(to: URL(filePath: folder.file("recordings")))
        await #expect(throws: TextSaveError.self) { try await sounds.append(tone(0.1), to: id) }
    }
}

@Suite struct FilePageBookmarkTests {
    @Test func theSessionsOfThePageAreThereAtTheNextStartAndAnEmptyPageLeavesNoFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("data/page.json")
        let ids = [UUID(), UUID()]
        #expect(await FilePageBookmark(path: path).ids() == [])
        await FilePageBookmark(path: path).set(ids)
        #expect(await FilePageBookmark(path: path).ids() == ids)
        await FilePageBookmark(path: path).set([])
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("{".utf8).write(to: URL(filePath: path))
        #expect(await FilePageBookmark(path: path).ids() == [])
    }
}
