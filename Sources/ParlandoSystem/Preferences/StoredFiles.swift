import Foundation
public import ParlandoCore

/// Measures the data that Parlando keeps in its folder, and removes what it wrote there. Only files with known names
/// are removed: if Parlando is installed for a single user, installed files are in the same folder.
public actor StoredFiles: KeptFiles, KeptDataMeter {
    private let executor = BlockingExecutor(label: "parlando.files")
    private let folders: Folders

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init(_ folders: Folders) {
        self.folders = folders
    }

    public func removeAll() throws(KeptFileError) {
        let own = [folders.wordBook, folders.practice, folders.practiceBook, folders.pageBookmark].map {
            URL(filePath: $0).lastPathComponent
        }
        let isOwn = { (name: String) in
            OutputPlace.isDraft(name) || own.contains { SmallFile.owns(name, of: $0) }
        }
        let left =
            UnsentSounds(folder: folders.unsentSounds).removeAll()
            + OpenFolder.removeAll(in: folders.models, where: Self.isLeftOver, by: Self.remove)
            + OpenFolder.removeAll(in: folders.data, where: { isOwn($1) }, by: Self.remove)
        for folder in [folders.unsentSounds, folders.models] {
            rmdir(PathBytes.cString(folder))
        }
        // Whoever owns the data folder would lose it with the folder.
        if FolderOwnership(folders.data).isOwner {
            rmdir(PathBytes.cString(folders.data))
        }
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }

    public func measure() -> [KeptKind: KeptPlace] {
        [
            .texts: file(folders.history), .translations: file(folders.translationArchive),
            .practice: file(folders.practice), .exercises: file(folders.practiceBook),
            .words: file(folders.wordBook), .recordings: folder(folders.historySounds),
            .unsent: folder(folders.unsentSounds),
            .models: folder(folders.models) { ModelFileName.former($0) == nil },
        ]
    }

    /// With its database journal and the copies of damaged versions.
    private func file(_ path: String) -> KeptPlace {
        let name = URL(filePath: path).lastPathComponent
        return KeptPlace(
            path,
            bytes: Self.bytes(in: folders.data) {
                $0 == name || $0.hasPrefix(name + "-") || $0.hasPrefix(name + ".damaged")
            })
    }

    private func folder(_ path: String, of isMeant: (String) -> Bool = { _ in true }) -> KeptPlace {
        KeptPlace(path, bytes: Self.bytes(in: path, of: isMeant))
    }

    private static func bytes(in path: String, of isMeant: (String) -> Bool) -> Int64 {
        switch OpenFolder.open(path) {
        case .folder(let folder), .link(let folder): folder.names.filter(isMeant).map(folder.bytes).reduce(0, +)
        case .nothing, .somethingElse: 0
        }
    }

    /// An incomplete, invalid or removed model, or the checksum of a model that no longer exists.
    private static func isLeftOver(_ folder: OpenFolder, _ name: String) -> Bool {
        if let model = ModelFileName.verified(name) {
            return !folder.contains(model)
        }
        return ModelFileName.broken(name) != nil || ModelFileName.former(name) != nil
    }

    /// Removes a file that nobody is writing to. Returns false only if removing fails.
    private static func remove(_ folder: OpenFolder, _ name: String) -> Bool {
        // The lock on a download also covers its validator.
        let isValidator = name.hasSuffix(ModelFileName.validator)
        let part = isValidator ? name.dropLast(ModelFileName.validator.count) + ModelFileName.part : name
        return folder.locking(part) { folder.remove(name) } ?? true
    }
}
