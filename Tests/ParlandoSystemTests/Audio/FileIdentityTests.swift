import Glibc
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FileIdentityTests {
    @Test func aFileIsTheSameByEveryPath() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("talk.wav")
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(symlink("talk.wav", folder.file("soft")) == 0 && link(path, folder.file("hard")) == 0)
        let identity = try #require(FileIdentity(of: path))
        for name in ["soft", "hard", "./talk.wav", "../\(folder.path.split(separator: "/").last ?? "")/talk.wav"] {
            #expect(FileIdentity(of: folder.file(name)) == identity)
            #expect(FileIdentity(written: folder.file(name)) == identity)
        }
    }

    @Test func aFileThatIsNotThereYetIsKnownByItsFolder() throws {
        let folder = try TemporaryFolder()
        #expect(symlink("new", folder.file("link")) == 0 && mkdir(folder.file("sub"), 0o700) == 0)
        let identity = try #require(FileIdentity(written: folder.file("new")))
        #expect(FileIdentity(written: folder.file("link")) == identity)
        #expect(FileIdentity(written: folder.file("sub/../new")) == identity)
        #expect(FileIdentity(written: folder.file("other")) != identity)
        #expect(FileIdentity(of: folder.file("new")) == nil)
    }

    @Test func whatCannotBeOverwrittenHasNone() {
        #expect(FileIdentity(of: "/dev/null") == nil && FileIdentity(written: "/dev/null") == nil)
        #expect(FileIdentity(written: "/tmp") == nil && FileIdentity(written: "/nonexistent/x") == nil)
    }
}
