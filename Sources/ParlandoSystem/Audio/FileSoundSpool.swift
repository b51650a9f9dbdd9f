import Foundation
public import ParlandoCore

/// Creates queues of samples in unlinked temporary files. No other program can open these files, and the system deletes
/// them when this program ends.
public struct FileSoundSpools: SoundSpoolMaker {
    private let folder: String

    /// - Parameter folder: an existing folder on a disk. If nil, `/var/tmp` is used, or the folder for temporary files
    ///   if `/var/tmp` is not writable.
    public init(folder: String? = nil) {
        self.folder = folder ?? Self.disk
    }

    /// A folder for temporary files that are too large for memory.
    static var disk: String {
        // Unlike /tmp, this folder is on a disk on every system (Filesystem Hierarchy Standard 3.0, section 5.15).
        let disk = "/var/tmp"
        return FileManager.default.isWritableFile(atPath: disk) ? disk : FileManager.default.temporaryDirectory.path
    }

    public func makeSpool() -> sending (any SoundSpool)? {
        FileSoundSpool(folder: folder)
    }
}

/// A queue of samples in an unlinked temporary file. An empty queue takes no disk space.
final class FileSoundSpool: SoundSpool {
    private let descriptor: Int32
    /// Offsets in the file where the first sample begins and the last sample ends, in bytes.
    private var (first, end) = (0, 0)

    private static let sampleSize = MemoryLayout<Float>.size

    init?(folder: String) {
        var name = PathBytes.cString(folder + "/parlando-XXXXXX")
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else {
            return nil
        }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
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
        let wanted = max(0, min(count, self.count))
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
