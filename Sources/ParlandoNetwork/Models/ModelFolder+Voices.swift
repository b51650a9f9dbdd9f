import Foundation
import Glibc
import ParlandoCore
import Synchronization

/// Natural voices that the user has imported.
///
/// A voice `X` consists of the neural network `X-own.onnx` and the configuration `X-own.onnx.json`. Their checksums at
/// the time of the import are in the `.checked` records beside them (`CheckedStamp`).
extension ModelFolder {
    /// Imported voices, sorted by name. The files are read again only after the folder has changed.
    nonisolated var ownVoices: [SpeechModel] {
        let date = FileSystem.lastChange(of: path)
        return own.withLock { kept in
            if let kept, kept.date == date {
                return kept.voices
            }
            let voices = FileSystem.names(in: path).filter { $0.hasSuffix(SpeechModel.ownEnding) }.sorted().compactMap {
                ownVoice(named: String($0.dropLast(SpeechModel.ownEnding.count)))
            }
            kept = date.map { (date: $0, voices: voices) }
            return voices
        }
    }

    /// Makes the next access to `ownVoices` read the files again. This is needed after a file was overwritten, because
    /// that does not change the folder's modification time.
    nonisolated func forgetOwnVoices() {
        own.withLock { $0 = nil }
    }

    private nonisolated func ownVoice(named name: String) -> SpeechModel? {
        let file = "\(path)/\(name)\(SpeechModel.ownEnding)"
        let configuration = file + ".json"
        guard let json = try? OpenFile(configuration, O_RDONLY), json.count <= PiperConfiguration.mostBytes,
            let bytes = try? json.content(), let settings = PiperConfiguration(json: Data(bytes)),
            let size = FileSystem.size(of: file), let network = CheckedStamp.checksum(of: file),
            let sum = CheckedStamp.checksum(of: configuration)
        else {
            return nil
        }
        return made(name, settings, size, json.count, (network, sum))
    }

    /// Returns the description of an imported voice.
    ///
    /// - Parameters:
    ///   - size: size of the neural network in bytes.
    ///   - count: size of the configuration in bytes.
    ///   - sums: SHA-256 checksums of both files.
    nonisolated func made(
        _ name: String, _ settings: PiperConfiguration, _ size: Int64, _ count: Int64,
        _ sums: (network: String, json: String)
    ) -> SpeechModel {
        SpeechModel(
            name: name, kind: .voice, bytes: size, sha256: sums.network, engine: "piper",
            voice: VoiceFacts(
                language: settings.language, region: settings.region,
                speaker: settings.speaker.isEmpty ? name : settings.speaker, rate: settings.rate,
                configuration: VoiceFacts.File(path: "", bytes: count, sha256: sums.json)))
    }
}
