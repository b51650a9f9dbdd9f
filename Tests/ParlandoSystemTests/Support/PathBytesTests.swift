import Glibc
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct PathBytesTests {
    /// Letters, half a letter, Latin-1, a surrogate and an overlong form in bytes, and a character that stands for a byte.
    private static let names: [[UInt8]] = [
        Array("talk – „größe“ 😀.wav".utf8), Array("caf".utf8) + [0xE9] + Array(".wav".utf8), [0xFF, 0x2F, 0x80],
        [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0xAF], Array("\u{10FFE9}é".utf8), Array("\u{10FFE9}".utf8) + [0xE9],
        [],
        Array("e\u{301}/\u{301}x".utf8),
    ]

    @Test(arguments: names)
    func everyNameHasATextThatGivesItsBytesBack(name: [UInt8]) {
        #expect(PathBytes.bytes(PathBytes.text(name)) == name)
        #expect(PathBytes.cString(PathBytes.text(name)).map { UInt8(bitPattern: $0) } == name + [0])
    }

    @Test func whatIsTextStaysAsItIs() {
        let name = "talk – „größe“ 😀 e\u{301}.wav"
        #expect(PathBytes.text(Array(name.utf8)).unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test func peopleSeeTheNameOfAFileWithoutWhatDisturbs() {
        let family = "👩‍👧 ❤️.wav"
        #expect(PathBytes.displayName(of: "/home/anna/talk – „größe“.wav") == "talk – „größe“.wav")
        #expect(PathBytes.displayName(of: "/home/" + family) == family)
        #expect(
            PathBytes.displayName(of: "/a/" + PathBytes.text([0x63, 0xE9, 0x0A, 0x1B])) == "c\u{FFFD}\u{FFFD}\u{FFFD}")
        // It would turn the text around.
        #expect(PathBytes.displayName(of: "/a/x\u{202E}3pm") == "x\u{FFFD}3pm")
        #expect(PathBytes.displayName(of: "/") == "")
    }

    @Test func aFileWhoseNameIsNoTextIsWrittenAndReadByItsBytes() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + PathBytes.text([0x63, 0xE9])
        try await WaveFileSaver().save(SpokenSound(samples: [0, 0.5, 0], rate: 16_000), to: path)
        #expect(try Recording(path: path).samples.count == 3)
        var status = stat()
        #expect(stat(Array((folder.path + "/c").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0], &status) == 0)
        try await FileTextSaver().save("text", to: path)
        #expect(status.st_size != 4 && stat(PathBytes.cString(path), &status) == 0 && status.st_size == 4)
    }

    @Test func linksAreFollowedToWhereNothingIsYet() throws {
        let folder = try TemporaryFolder()
        #expect(symlink("b", folder.file("a")) == 0 && symlink("\(folder.path)/c", folder.file("b")) == 0)
        #expect(PathBytes.withoutLinks(folder.file("a")) == folder.file("c"))
        #expect(symlink("round", folder.file("round")) == 0)
        #expect(PathBytes.withoutLinks(folder.file("round")) == folder.file("round"))
    }
}

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
