import Foundation
import Testing

@testable import ParlandoALSA

@Suite(.timeLimit(.minutes(1))) struct FolderWatchTests {
    private let parent = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")

    @Test func aNewFileAndALostOneAreToldOnceEach() async throws {
        let folder = try makeFolder("snd")
        var changes = try watch(folder).makeAsyncIterator()
        try Data().write(to: folder.appending(path: "pcmC0D0c"))
        try Data().write(to: folder.appending(path: "controlC0"))
        await changes.next()
        try FileManager.default.removeItem(at: folder.appending(path: "pcmC0D0c"))
        await changes.next()
        try FileManager.default.removeItem(at: parent)
    }

    @Test func aFolderThatIsNotThereYetIsWaitedFor() async throws {
        _ = try makeFolder("other")
        let folder = parent.appending(path: "snd")
        var changes = try watch(folder).makeAsyncIterator()
        _ = try makeFolder("snd")
        await changes.next()
        try Data().write(to: folder.appending(path: "pcmC0D0c"))
        await changes.next()
        try FileManager.default.removeItem(at: folder)
        await changes.next()
        _ = try makeFolder("snd")
        await changes.next()
        try FileManager.default.removeItem(at: parent)
    }

    private func makeFolder(_ name: String) throws -> URL {
        let folder = parent.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func watch(_ folder: URL) throws -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        let opened = FolderWatch(folder.path) { listener.yield() }
        let watch = try #require(opened)
        listener.onTermination = { _ in watch.cancel() }
        return stream
    }
}
