import Foundation
import ParlandoCore

/// Keeps what a server did not take, so that it can be sent again.
enum UnsentSoundFile {
    /// Writes a WAV file that only its owner may read, and answers its path. A name of its own for each second.
    static func write(_ recording: SpeechRecording, into folder: String, at time: Date = Date()) throws(Failure)
        -> String
    {
        let stamp = time.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.omitted))
        let path = "\(folder)/\(stamp).wav"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(.cannotWrite, "\(folder): the recording could not be kept there.")
        }
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(recording.waveHeader + recording.bytes),
                attributes: [.posixPermissions: 0o600])
        else {
            throw Failure(.cannotWrite, "\(path): the recording could not be kept there.")
        }
        return path
    }
}
