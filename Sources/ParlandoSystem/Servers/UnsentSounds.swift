public import Foundation
public import ParlandoCore

/// Recordings that a server did not accept, as WAV files that only their owner may read. Calls block.
public struct UnsentSounds: Sendable {
    private let folder: String
    private static let mostInASecond = 100

    public init(folder: String) {
        self.folder = folder
    }

    /// Returns the path of the file, which is named after the time. No file is ever replaced, even if two sessions fail
    /// in the same second.
    public func keep(_ recording: SpeechRecording, at time: Date = Date()) throws(TextSaveError) -> String {
        try OpenFolder.make(folder)
        let stamp = time.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.omitted))
        for name in [stamp] + (2...Self.mostInASecond).map({ "\(stamp)-\($0)" }) {
            let path = "\(folder)/\(name).wav"
            let file = open(PathBytes.cString(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if file >= 0 {
                try Self.write(recording.waveHeader + recording.bytes, to: file, at: path)
                return path
            }
            guard errno == EEXIST else {
                throw TextSaveError(.denied, detail: String(cString: strerror(errno)))
            }
        }
        throw TextSaveError(.failed, detail: "too many names")
    }

    /// Removes every recording that `keep` may have stored, and returns what `OpenFolder.removeAll` does.
    func removeAll() -> [String] {
        OpenFolder.removeAll(in: folder, where: { Self.isName($1) }, by: { $0.remove($1) })
    }

    private static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z(-[0-9]{1,3})?\.wav/) != nil
    }

    private static func write(_ bytes: [UInt8], to file: Int32, at path: String) throws(TextSaveError) {
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: bytes)
            try handle.synchronize()
        } catch {
            // A partial recording could be mistaken for a complete one.
            unlink(PathBytes.cString(path))
            throw TextSaveError(.diskFull, detail: "write")
        }
    }
}
