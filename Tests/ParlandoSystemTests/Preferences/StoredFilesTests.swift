import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct StoredFilesTests {
    private let folder: TemporaryFolder
    private let folders: Folders

    init() throws {
        folder = try TemporaryFolder()
        folders = Folders(environment: ["HOME": folder.path], executable: "/nonexistent/bin/parlando")
    }

    private func lay(_ names: String...) throws {
        for name in names {
            let path = "\(folders.data)/\(name)"
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: path))
        }
    }

    /// Every file below the folder of data.
    private var left: [String] {
        (FileManager.default.enumerator(atPath: folders.data)?.compactMap { $0 as? String } ?? []).sorted()
    }

    @Test func recordingsAndWhatIsLeftOfModelsGoAndWholeModelsStay() async throws {
        _ = try UnsentSounds(folder: folders.unsentSounds).keep(SpeechRecording([0.5]))
        _ = try UnsentSounds(folder: folders.unsentSounds).keep(SpeechRecording([0.5]))
        try lay(
            "models/base-v1.bin", "models/base-v1.bin.checked", "models/small-v1.bin.part",
            "models/small-v1.bin.part.validator", "models/small-v1.bin.import.part", "models/base-v1.bin.corrupt-3",
            "models/tiny.en-v1.bin.checked")
        try await StoredFiles(folders).removeAll()
        #expect(left == ["models", "models/base-v1.bin", "models/base-v1.bin.checked"])
    }

    @Test func whereNothingElseWasNoFolderIsLeft() async throws {
        _ = try UnsentSounds(folder: folders.unsentSounds).keep(SpeechRecording([0.5]))
        try lay("models/small-v1.bin.part")
        try await StoredFiles(folders).removeAll()
        #expect(!FileManager.default.fileExists(atPath: folders.data))
        try await StoredFiles(folders).removeAll()
    }

    /// Installed for one user alone, the program lies in the same folder.
    @Test func whatCameWithTheProgramStays() async throws {
        try lay("models.json", "google-authorities.pem", "unsent/notes.txt", "models/README")
        try await StoredFiles(folders).removeAll()
        #expect(left.count == 6)
    }

    @Test func aDownloadThatIsUnderWayGoesOn() async throws {
        try lay("models/small-v1.bin.part", "models/small-v1.bin.part.validator", "models/base-v1.bin.part")
        let descriptor = open("\(folders.models)/small-v1.bin.part", O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try await StoredFiles(folders).removeAll()
        #expect(left == ["models", "models/small-v1.bin.part", "models/small-v1.bin.part.validator"])
    }

    @Test func whatCannotBeRemovedIsNamedAndTheRestGoes() async throws {
        try lay("unsent/a.wav/x", "models/small-v1.bin.part")
        await #expect(throws: KeptFileError(["\(folders.unsentSounds)/a.wav"])) {
            try await StoredFiles(folders).removeAll()
        }
        #expect(left == ["unsent", "unsent/a.wav", "unsent/a.wav/x"])
    }
}
