import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FolderOwnershipTests {
    @Test func oneProgramAtATimeOwnsAFolder() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("data")
        var first: FolderOwnership? = FolderOwnership(path)
        #expect(first?.isOwner == true)
        #expect(!FolderOwnership(path).isOwner)
        #expect(folder.names == ["data"] && FileManager.default.subpaths(atPath: path) == [])
        first = nil
        #expect(FolderOwnership(path).isOwner)
    }

    @Test func theFolderOfAnOwnerStaysWhenAllDataGoes() async throws {
        let home = try TemporaryFolder()
        let folders = Folders(environment: ["HOME": home.path], executable: "/nonexistent/bin/parlando")
        let owner = FolderOwnership(folders.data)
        try await StoredFiles(folders).removeAll()
        #expect(owner.isOwner && !FolderOwnership(folders.data).isOwner)
    }
}
