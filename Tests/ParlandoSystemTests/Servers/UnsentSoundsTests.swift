import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct UnsentSoundsTests {
    private let folder: TemporaryFolder
    private let time = Date(timeIntervalSince1970: 1_790_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func twoRecordingsOfOneSecondAreBothKept() throws {
        let sounds = UnsentSounds(folder: folder.file("unsent"))
        let first = try sounds.keep(SpeechRecording([0.5]), at: time)
        let kept = try Data(contentsOf: URL(filePath: first))
        let second = try sounds.keep(SpeechRecording([0.5, 0.25, 0.125]), at: time)
        #expect(try Data(contentsOf: URL(filePath: first)) == kept)
        #expect(try Data(contentsOf: URL(filePath: second)).count == kept.count + 4)
    }

    @Test func onlyTheOwnerMayReadThem() throws {
        let path = try UnsentSounds(folder: folder.file("unsent")).keep(SpeechRecording([0.5]), at: time)
        for (path, mode) in [(path, 0o600), (folder.file("unsent"), 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test func whereNothingCanBeWrittenThatIsSaid() {
        #expect(throws: TextSaveError.self) {
            _ = try UnsentSounds(folder: "/proc/unsent").keep(SpeechRecording([0.5]), at: time)
        }
    }
}
