@preconcurrency import Dispatch  // Its sources are thread-safe, but not declared Sendable.
import Foundation
import Synchronization

/// Watches a folder for files that come and go, even if the folder does not exist yet. Uses inotify and never polls.
final class FolderWatch: Sendable {
    /// A device appears as several files, and their permissions are set afterwards.
    private static let settling = DispatchTimeInterval.milliseconds(250)
    private static let changed = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF)

    private let folder: String
    private let parent: String
    private let inotify: Int32
    private let source: any DispatchSourceRead
    private let queue = DispatchQueue(label: "parlando.devices.watch")
    private let files = Mutex<Set<String>?>(nil)

    /// Nil if the kernel has no more inotify instances.
    ///
    /// - Parameters:
    ///   - folder: absolute path; its parent has to exist.
    ///   - onChange: called on a private queue, as a rule once for all changes within a quarter of a second.
    init?(_ folder: String, onChange: @escaping @Sendable () -> Void) {
        inotify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard inotify >= 0 else {
            return nil
        }
        self.folder = folder
        parent = URL(filePath: folder).deletingLastPathComponent().path
        let descriptor = inotify
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setCancelHandler { Glibc.close(descriptor) }
        source.setEventHandler { [weak self] in self?.settle(then: onChange) }
        arm()
        files.withLock { $0 = Self.files(in: folder) }
        source.activate()
    }

    /// Has to be called in the end. Thread-safe; may be called repeatedly.
    func cancel() {
        source.cancel()
    }

    /// Watches the parent if the folder does not exist yet.
    private func arm() {
        if inotify_add_watch(inotify, folder, Self.changed) < 0 {
            inotify_add_watch(inotify, parent, UInt32(IN_CREATE | IN_MOVED_TO))
            // The folder may have been created between the two calls.
            inotify_add_watch(inotify, folder, Self.changed)
        }
    }

    private func settle(then onChange: @escaping @Sendable () -> Void) {
        discardEvents()
        queue.asyncAfter(deadline: .now() + Self.settling) { [weak self] in
            if self?.isDifferent() == true {
                onChange()
            }
        }
    }

    /// Other changes in the parent folder are ignored.
    private func isDifferent() -> Bool {
        arm()
        let now = Self.files(in: folder)
        return files.replace(with: now) != now
    }

    private func discardEvents() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
            while read(inotify, room.baseAddress, room.count) > 0 {}
        }
    }

    /// Nil if the folder does not exist.
    private static func files(in folder: String) -> Set<String>? {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)).map(Set.init)
    }
}
