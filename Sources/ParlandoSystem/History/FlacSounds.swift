public import Foundation
import Glibc
public import ParlandoCore

/// Recordings of the history as FLAC files, one for each session, readable only by their owner. The actor has a thread
/// of its own, because a disk may be slow.
public actor FlacSounds: HistorySounds {
    private let executor = BlockingExecutor(label: "parlando.recordings")
    private let folder: String
    private var growing: [UUID: FlacFile] = [:]

    /// Executor that runs the actor on a thread of its own, because disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter folder: folder of the recordings, created with the first one.
    public init(folder: String) {
        self.folder = folder
    }

    public func append(_ samples: [Float], to id: UUID) throws(TextSaveError) {
        try file(of: id).append(samples)
    }

    public func finish(_ id: UUID) {
        // Errors are ignored: if the disk is full, the frames that are in the file can still be played.
        try? growing.removeValue(forKey: id)?.finish()
    }

    public func path(of id: UUID) -> String? {
        let path = "\(folder)/\(Self.name(of: id))"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    public func isThere(_ path: String) -> Bool {
        access(PathBytes.cString(path), R_OK) == 0
    }

    @discardableResult public func keepOnly(_ ids: Set<UUID>) -> [String] {
        let kept = Set(ids.map(Self.name))
        growing = growing.filter { ids.contains($0.key) }
        let left = OpenFolder.removeAll(
            in: folder, where: { Self.isName($1) && !kept.contains($1) }, by: { $0.remove($1) })
        // Succeeds only if the folder is empty.
        rmdir(PathBytes.cString(folder))
        return left
    }

    public func remove(_ id: UUID) {
        growing[id] = nil
        unlink(PathBytes.cString("\(folder)/\(Self.name(of: id))"))
    }

    private func file(of id: UUID) throws(TextSaveError) -> FlacFile {
        if let file = growing[id] {
            return file
        }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw TextSaveError(.denied, detail: "the folder")
        }
        let file = try FlacFile(path: "\(folder)/\(Self.name(of: id))")
        growing[id] = file
        return file
    }

    private static func name(of id: UUID) -> String {
        id.uuidString + ".flac"
    }

    private static func isName(_ name: String) -> Bool {
        name.hasSuffix(".flac") && UUID(uuidString: String(name.dropLast(5))) != nil
    }
}
