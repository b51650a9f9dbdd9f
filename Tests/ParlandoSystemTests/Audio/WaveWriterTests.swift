import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct WaveWriterTests {
    @Test func whatIsNoNumberIsSilentAndWhatIsTooLoudIsCut() throws {
        let folder = try TemporaryFolder()
        let samples: [Float] = [.nan, .infinity, -.infinity, 1e30, -.nan, 0.5]
        let writer = try WaveWriter(path: folder.file("odd.wav"), rate: 16_000, frames: samples.count)
        try samples.withUnsafeBufferPointer { try writer.write($0) }
        try writer.finish()
        let bytes = try #require(folder.bytes(of: "odd.wav"))
        #expect(bytes.suffix(12) == [0, 0, 0xFF, 0x7F, 0x01, 0x80, 0xFF, 0x7F, 0, 0, 0x00, 0x40])
    }

    @Test func aFileThatIsReplacedKeepsItsPermissions() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("private.wav")
        try Data().write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let writer = try WaveWriter(path: path, rate: 16_000, frames: 0)
        try writer.finish()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
