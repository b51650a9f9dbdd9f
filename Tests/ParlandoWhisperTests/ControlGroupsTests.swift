import Foundation
import Testing

@testable import ParlandoWhisper

@Suite final class ControlGroupsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlando-\(UUID().uuidString)")
    private var groups: ControlGroups {
        ControlGroups(root: folder.path, membership: folder.path + "/membership")
    }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func join(_ line: String) throws {
        try "9:name=systemd:/\n\(line)\n".write(toFile: groups.membership, atomically: false, encoding: .utf8)
    }

    private func limit(_ path: String, to most: String, used: Int, files: Int) throws {
        let group = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: group, withIntermediateDirectories: true)
        let stat = "anon 7\ninactive_file \(files / 2)\nactive_file \(files - files / 2)\n"
        for (name, text) in [("max", most + "\n"), ("current", "\(used)\n"), ("stat", stat)] {
            try text.write(to: group.appendingPathComponent("memory.\(name)"), atomically: false, encoding: .utf8)
        }
    }

    @Test func aLimitLeavesWhatIsNotUsedAndWhatFilesCanGiveUp() throws {
        try join("0::/app.slice/talk.scope")
        try limit("app.slice/talk.scope", to: "1000", used: 700, files: 50)
        #expect(groups.available() == 350)
    }

    @Test func theTightestGroupAboveCounts() throws {
        try join("0::/app.slice/talk.scope")
        try limit("app.slice/talk.scope", to: "1000", used: 100, files: 0)
        try limit("app.slice", to: "1200", used: 1100, files: 0)
        #expect(groups.available() == 100)
        try limit(".", to: "1200", used: 1300, files: 0)
        #expect(groups.available() == 0)
    }

    @Test func aContainerSeesItsOwnGroupAtTheTop() throws {
        try join("0::/")
        try limit(".", to: "500", used: 100, files: 0)
        #expect(groups.available() == 400)
    }

    @Test func whatHasNoLimitIsNotLimited() throws {
        #expect(groups.available() == nil)
        try join("4:memory:/older")
        #expect(groups.available() == nil)
        try join("0::/app.slice")
        #expect(groups.available() == nil)
        try limit("app.slice", to: "max", used: 700, files: 50)
        #expect(groups.available() == nil)
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999", "-5", "max"])
    func anOddLimitEndsNothing(limit: String) throws {
        try join("0::/")
        try self.limit(".", to: limit, used: .max, files: .max)
        #expect(groups.available().map { $0 >= 0 } ?? true)
    }
}
