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
            "models/tiny.en-v1.bin.checked", "models/tiny-v1.bin.removed", "models/tiny-v1.bin.part.removed")
        try await StoredFiles(folders).removeAll()
        #expect(left == ["models", "models/base-v1.bin", "models/base-v1.bin.checked"])
    }

    @Test func whatIsLeftOfNaturalVoicesGoesAndWholeOnesStay() async throws {
        let whole = [
            "models/ana-v1.onnx", "models/ana-v1.onnx.checked", "models/ana-v1.onnx.json",
            "models/ana-v1.onnx.json.checked",
        ]
        for name in whole {
            try lay(name)
        }
        try lay(
            "models/joe-v1.onnx.part", "models/joe-v1.onnx.part.validator", "models/joe-v1.onnx.json.part",
            "models/ivo-own.onnx.import.part", "models/ivo-own.onnx.json.import.part", "models/ana-v1.onnx.corrupt-2",
            "models/ana-v1.onnx.json.corrupt-13", "models/joe-v1.onnx.checked", "models/joe-v1.onnx.json.checked")
        try await StoredFiles(folders).removeAll()
        #expect(left == (whole + ["models"]).sorted())
    }

    @Test func eachKindIsMeasuredWithWhatBelongsToIt() async throws {
        try lay(
            "history.sqlite", "history.sqlite-wal", "history.sqlite.damaged", "recordings/1.flac", "recordings/2.flac",
            "translations.sqlite", "practice.json", "exercises.json", "words.json", "words.json.damaged-2",
            "unsent/1.wav",
            "models/base-v1.bin", "models/base-v1.bin.checked", "history.sqlites", "other/x")
        let places = await StoredFiles(folders).measure()
        #expect(
            places.mapValues(\.bytes) == [
                .texts: 3, .recordings: 2, .translations: 1, .practice: 1, .exercises: 1, .words: 2, .unsent: 1,
                .models: 2,
            ])
        #expect(places[.texts]?.path == folders.data + "/history.sqlite")
        #expect(Set(places.keys) == Set(KeptKind.allCases))
    }

    @Test func whatIsNotThereHasNoSize() async {
        #expect(await StoredFiles(folders).measure().values.allSatisfy { $0.bytes == 0 })
    }

    @Test func theUsersWordsGoWithTheirDamagedCopiesEvenFromMemory() async throws {
        let words = FileWordBook(path: folders.wordBook)
        var book = WordBook()
        book.add([ReplacementRule("jay son", "JSON")])
        #expect(try await words.save(book, over: WordBook()))
        // The last one is the draft of a program that was killed.
        try lay("words.json.damaged", "words.json.damaged-2", "words.json.mine", ".1A2B3C4D.part")
        try await StoredFiles(folders).removeAll()
        #expect(left == ["words.json.mine"])
        #expect(await words.load() == WordBook())
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
        let name = "2026-11-25T170000Z.wav"
        try lay("unsent/\(name)/x", "models/small-v1.bin.part")
        await #expect(throws: KeptFileError(["\(folders.unsentSounds)/\(name)"])) {
            try await StoredFiles(folders).removeAll()
        }
        #expect(left == ["unsent", "unsent/\(name)", "unsent/\(name)/x"])
    }

    @Test func filesOfOthersStay() async throws {
        let names = [
            "models/x.bin.gz", "models/x.bin.sha256", "models/x.bin.part.old", "models/x.bin.corrupt-",
            "models/x.bin.corrupt-1.txt", "models/x.part", "models/x.txt.removed", "unsent/song.wav",
            "unsent/2026-11-25T170000Z-copy.wav", "unsent/2026-11-25.wav",
        ]
        for name in names {
            try lay(name)
        }
        try await StoredFiles(folders).removeAll()
        #expect(left == (names + ["models", "unsent"]).sorted())
    }

    @Test(arguments: ["models/small-v1.bin.part", "unsent/2026-11-25T170000Z.wav"])
    func aFolderThatIsALinkIsLeftAndNamed(name: String) async throws {
        let kind = String(name.prefix { $0 != "/" })
        let shared = folder.file("shared")
        try lay(name)
        try FileManager.default.moveItem(atPath: "\(folders.data)/\(kind)", toPath: shared)
        try FileManager.default.createSymbolicLink(atPath: "\(folders.data)/\(kind)", withDestinationPath: shared)
        await #expect(throws: KeptFileError(["\(folders.data)/\(kind)"])) {
            try await StoredFiles(folders).removeAll()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared).count == 1)
        #expect(left == [kind])
        // With nothing of Parlando's in it there is nothing to tell.
        try FileManager.default.removeItem(atPath: "\(folder.path)/shared/" + name.dropFirst(kind.count + 1))
        try await StoredFiles(folders).removeAll()
    }

    @Test(.timeLimit(.minutes(1))) func aPipeIsNotWaitedFor() async throws {
        try lay("models/base-v1.bin")
        #expect(mkfifo("\(folders.models)/small-v1.bin.part", 0o600) == 0)
        try await StoredFiles(folders).removeAll()
        #expect(left == ["models", "models/base-v1.bin"])
    }
}
