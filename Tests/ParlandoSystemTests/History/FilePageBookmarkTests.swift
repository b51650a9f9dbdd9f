import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FilePageBookmarkTests {
    @Test func theSessionsOfThePageAreThereAtTheNextStartAndAnEmptyPageLeavesNoFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("data/page.json")
        let ids = [UUID(), UUID()]
        #expect(await FilePageBookmark(path: path).ids() == [])
        await FilePageBookmark(path: path).set(ids)
        #expect(await FilePageBookmark(path: path).ids() == ids)
        await FilePageBookmark(path: path).set([])
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("{".utf8).write(to: URL(filePath: path))
        #expect(await FilePageBookmark(path: path).ids() == [])
    }
}
