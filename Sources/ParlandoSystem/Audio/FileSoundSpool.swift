import Foundation
public import ParlandoCore

/// Queues of samples in files without a name. No other program can open these, and the system deletes them when this
/// program ends.
public struct FileSoundSpools: SoundSpoolMaker {
    private let folder: String

    /// - Parameter folder: an existing folder on a disk, or nil for `disk`.
    public init(folder: String? = nil) {
        self.folder = folder ?? Self.disk
    }

    /// A folder for temporary files that are too large for memory.
    static var disk: String {
        // Unlike /tmp, this folder is on a disk on every system (Filesystem Hierarchy Standard 3.0, section 5.15).
        let disk = "/var/tmp"
        return FileManager.default.isWritableFile(atPath: disk) ? disk : FileManager.default.temporaryDirectory.path
    }

    /// Returns the descriptor, which the caller owns, or -1.
    static func makeFile(in folder: String) -> Int32 {
        var name = PathBytes.cString(folder + "/parlando-XXXXXX")
        let descriptor = mkstemp(&name)
        if descriptor >= 0 {
            unlink(name)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return descriptor
    }

    public func makeSpool() -> sending (any SoundSpool)? {
        FileSoundSpool(folder: folder)
    }
}

/// An empty queue takes no disk space.
final class FileSoundSpool: SoundSpool {
    private let descriptor: Int32
    /// In bytes: where the first sample begins and the last sample ends.
    private var (first, end) = (0, 0)

    private static let sampleSize = MemoryLayout<Float>.size

    init?(folder: String) {
        descriptor = FileSoundSpools.makeFile(in: folder)
        guard descriptor >= 0 else {
            return nil
        }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    var count: Int {
        (end - first) / Self.sampleSize
    }

    func append(_ samples: [Float]) -> Bool {
        let isWritten = samples.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count, let start = bytes.baseAddress {
                let count = pwrite(descriptor, start + done, bytes.count - done, end + done)
                guard count > 0 || count < 0 && errno == EINTR else {
                    return false
                }
                done += max(0, count)
            }
            return true
        }
        if isWritten {
            end += samples.count * Self.sampleSize
        }
        return isWritten
    }

    func take(_ count: Int) -> [Float]? {
        let wanted = min(count, self.count)
        guard wanted > 0 else {
            return []
        }
        var isRead = true
        let samples = [Float](unsafeUninitializedCapacity: wanted) { room, filled in
            let bytes = UnsafeMutableRawBufferPointer(room)
            var done = 0
            while isRead, done < wanted * Self.sampleSize, let start = bytes.baseAddress {
                let count = pread(descriptor, start + done, wanted * Self.sampleSize - done, first + done)
                isRead = count > 0 || count < 0 && errno == EINTR
                done += max(0, count)
            }
            filled = isRead ? wanted : 0
        }
        guard isRead else {
            return nil
        }
        first += wanted * Self.sampleSize
        if first == end {
            ftruncate(descriptor, 0)
            (first, end) = (0, 0)
        }
        return samples
    }
}
