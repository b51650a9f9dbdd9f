@preconcurrency import Dispatch  // Its sources are thread-safe, but not declared Sendable.
import Glibc
import Synchronization

/// Watches a folder for files that come and go, even if the folder does not exist yet. Uses inotify and never polls.
final class FolderWatch: Sendable {
    /// A device appears as several files, and their permissions are set afterwards.
    private static let settling = DispatchTimeInterval.milliseconds(250)
    private static let changed = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF)

    private struct State {
        var files: Set<String>?
        var isSettling = false
    }

    private let folder: String
    private let parent: String
    private let inotify: Int32
    private let source: any DispatchSourceRead
    private let queue = DispatchQueue(label: "parlando.devices.watch")
    private let state = Mutex(State())

    /// Nil if the kernel has no more inotify instances.
    ///
    /// - Parameters:
    ///   - folder: absolute path; its parent has to exist.
    ///   - onChange: called on a private queue, once for all changes within a quarter of a second.
    init?(_ folder: String, onChange: @escaping @Sendable () -> Void) {
        inotify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard inotify >= 0 else {
            return nil
        }
        self.folder = folder
        parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "/"
        let descriptor = inotify
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setCancelHandler { Glibc.close(descriptor) }
        source.setEventHandler { [weak self] in self?.settle(then: onChange) }
        arm()
        state.withLock { $0.files = Self.files(in: folder) }
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
        let isFirst = state.withLock { state in
            defer { state.isSettling = true }
            return !state.isSettling
        }
        guard isFirst else {
            return
        }
        queue.asyncAfter(deadline: .now() + Self.settling) { [weak self] in
            guard let self, isDifferent() else {
                return
            }
            onChange()
        }
    }

    /// Other changes in the parent folder are ignored.
    private func isDifferent() -> Bool {
        arm()
        let files = Self.files(in: folder)
        return state.withLock { state in
            defer { state.files = files }
            state.isSettling = false
            return state.files != files
        }
    }

    private func discardEvents() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
            while read(inotify, room.baseAddress, room.count) > 0 {}
        }
    }

    /// Nil if the folder does not exist.
    private static func files(in folder: String) -> Set<String>? {
        guard let directory = opendir(folder) else {
            return nil
        }
        defer { closedir(directory) }
        var names: Set<String> = []
        while let entry = readdir(directory) {
            // Read in place: an entry may be shorter than its type and lie at the end of the buffer.
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    _ = names.insert(String(cString: $0))
                }
            }
        }
        return names
    }
}
