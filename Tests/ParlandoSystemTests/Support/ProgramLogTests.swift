import Foundation
import Logging
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoSystem

@Suite struct ProgramLogTests {
    /// Output that is kept.
    private final class Lines: TextOutputStream, Sendable {
        private let text = Mutex("")

        var all: String { text.withLock { $0 } }

        func write(_ new: String) {
            text.withLock { $0 += new }
        }
    }

    private func lines(isVerbose: Bool, isJournal: Bool, _ work: (Logger) -> Void) -> String {
        let lines = Lines()
        work(
            Logger(label: "parlando.test") {
                ProgramLog(label: $0, isVerbose: isVerbose, isJournal: isJournal, output: lines)
            })
        return lines.all
    }

    @Test func stagesAreLoggedOnlyOnRequest() {
        let work = { (log: Logger) in
            log.debug("load", metadata: ["model": "tiny", "bytes": "7"])
            log.notice("lost")
        }
        #expect(lines(isVerbose: false, isJournal: false, work) == "notice parlando.test: lost\n")
        #expect(
            lines(isVerbose: true, isJournal: false, work)
                == "debug parlando.test: load bytes=7 model=tiny\nnotice parlando.test: lost\n")
    }

    @Test func theJournalGetsTheLevelAndOneLine() {
        let text = lines(isVerbose: true, isJournal: true) { log in
            log.error("a\nb\r\nc")
            log.debug("d", metadata: ["name": "\u{1B}]0;e"])
        }
        #expect(text == "<3>parlando.test: a b c\n<7>parlando.test: d name=\\x1B]0;e\n")
    }

    @Test func theJournalIsKnownByItsDeviceAndInode() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "journal")
        let file = open(folder.file("journal"), O_WRONLY)
        defer { close(file) }
        var status = stat()
        try #require(fstat(file, &status) == 0)
        #expect(ProgramLog.isJournal("\(status.st_dev):\(status.st_ino)", descriptor: file))
        for other in [nil, "", "\(status.st_dev)", "\(status.st_dev):\(status.st_ino + 1)", "x:y"] {
            #expect(!ProgramLog.isJournal(other, descriptor: file))
        }
    }
}
