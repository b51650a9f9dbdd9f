import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// The portal of a desktop, played by a small program on a bus of its own.
@Suite(.timeLimit(.minutes(1))) struct GlobalShortcutsPortalTests {
    private enum Manner: String {
        case agrees
        /// Cancels the question.
        case cancels
        /// An older desktop: no interface to change the keys, none to register.
        case old
        /// Answers with values of other types than the specification's.
        case otherForm
        /// Names a session by what is no path of an object.
        case noPath
    }

    private static let titles: [GlobalShortcut: String] = [.toggle: "Start or \"stop\" it's", .talk: "Отпустить \\"]
    private let folder: TemporaryFolder
    private let bus: PrivateBus

    init() throws {
        folder = try TemporaryFolder()
        bus = try PrivateBus(.none)
    }

    private func withPortal(
        _ manner: Manner, _ work: (StandInPortal, GlobalShortcutsPortal) async throws -> Void
    ) async throws {
        let portal = try StandInPortal(on: bus.address, log: folder.file("log"), manner: manner.rawValue)
        defer {
            portal.stop()
            bus.stop()
        }
        try await work(portal, GlobalShortcutsPortal(address: bus.address, application: "org.example.Test"))
    }

    private var log: String {
        String(decoding: folder.bytes(of: "log") ?? [], as: UTF8.self)
    }

    @Test func shortcutsAreBoundAfterTheProgramIsRegisteredAndPressesArrive() async throws {
        try await withPortal(.agrees) { portal, shortcuts in
            #expect(await shortcuts.isOffered())
            let bound = try await shortcuts.bind(Self.titles)
            #expect(bound == [.toggle: "Ctrl+Alt+R", .talk: ""])
            #expect(log.hasPrefix("Register:org.example.Test "))
            #expect(log.contains("CreateSession BindShortcuts:toggle=Start or \"stop\" it's;talk=Отпустить \\ "))
            var events = shortcuts.events.makeAsyncIterator()
            // Between press and release there may be nothing, as when a key is tapped while dictation begins.
            try portal.tell("Activated talk", "Deactivated talk", "Activated toggle", "Activated toggle")
            var heard: [GlobalShortcutEvent?] = []
            for _ in 0..<4 {
                heard.append(await events.next())
            }
            #expect(heard == [.pressed(.talk), .released(.talk), .pressed(.toggle), .pressed(.toggle)])
            try portal.tell("Changed talk=F9")
            #expect(await events.next() == .bound([.talk: "F9"]))
        }
    }

    @Test func aShortcutForALanguageIsBoundAndPressed() async throws {
        try await withPortal(.agrees) { portal, shortcuts in
            let german = GlobalShortcut.choice(DictationChoice(language: "de", model: "base"))
            _ = try await shortcuts.bind(Self.titles.merging([german: "Deutsch"]) { $1 })
            #expect(log.contains("Отпустить \\;start-de-base=Deutsch "))
            try portal.tell("Activated start-de-base", "Changed start-de-base=F8")
            var events = shortcuts.events.makeAsyncIterator()
            #expect(await events.next() == .pressed(german))
            #expect(await events.next() == .bound([german: "F8"]))
        }
    }

    @Test func whatIsNotOfThisSessionOrOfAnotherFormIsPassedOver() async throws {
        try await withPortal(.agrees) { portal, shortcuts in
            _ = try await shortcuts.bind(Self.titles)
            try portal.tell("Foreign talk", "Odd talk", "Activated nothing", "Activated talk")
            var events = shortcuts.events.makeAsyncIterator()
            #expect(await events.next() == .pressed(.talk))
        }
    }

    @Test func cancellingLeavesWhatWasBound() async throws {
        try await withPortal(.cancels) { _, shortcuts in
            await #expect(throws: DesktopTypingError(.denied, detail: "BindShortcuts: 1")) {
                try await shortcuts.bind(Self.titles)
            }
            #expect(log.contains("BindShortcuts") && log.hasSuffix("Close "))
        }
    }

    @Test func keysAreChangedInTheSameSessionOrInANewOneWithAnOlderDesktop() async throws {
        try await withPortal(.agrees) { _, shortcuts in
            _ = try await shortcuts.bind(Self.titles)
            try await shortcuts.configure(Self.titles)
            #expect(log.hasSuffix("ConfigureShortcuts "))
        }
    }

    @Test func anOlderDesktopBindsAnewInsteadAndNeedsNoRegistration() async throws {
        try await withPortal(.old) { _, shortcuts in
            _ = try await shortcuts.bind(Self.titles)
            try await shortcuts.configure(Self.titles)
            #expect(!log.contains("Register"))
            #expect(log.split(separator: " ").count { $0 == "CreateSession" } == 2)
            #expect(log.hasSuffix("Close "))
            var events = shortcuts.events.makeAsyncIterator()
            #expect(await events.next() == .bound([.toggle: "Ctrl+Alt+R", .talk: ""]))
        }
    }

    @Test func answersOfAnotherFormBindNothing() async throws {
        try await withPortal(.otherForm) { _, shortcuts in
            let bound = try await shortcuts.bind(Self.titles)
            #expect(bound == [:])
        }
    }

    @Test func aSessionThatIsNoPathIsNotUsed() async throws {
        try await withPortal(.noPath) { _, shortcuts in
            await #expect(throws: DesktopTypingError(.failed, detail: "no session")) {
                try await shortcuts.bind(Self.titles)
            }
            #expect(log.hasSuffix("CreateSession "))
        }
    }

    @Test func aPortalThatVanishesIsReportedAndUsedAgainWhenItIsBack() async throws {
        try await withPortal(.agrees) { portal, shortcuts in
            _ = try await shortcuts.bind(Self.titles)
            var events = shortcuts.events.makeAsyncIterator()
            portal.stop()
            #expect(await events.next() == .lost)
            await #expect(throws: DesktopTypingError.self) { try await shortcuts.bind(Self.titles) }
            let next = try StandInPortal(on: bus.address, log: folder.file("log"), manner: "agrees")
            defer { next.stop() }
            #expect(await events.next() == .returned)
            let bound = try await shortcuts.bind(Self.titles)
            #expect(bound[.toggle] == "Ctrl+Alt+R")
            #expect(log.components(separatedBy: "Register:").count == 3)
            try next.tell("Closed")
            #expect(await events.next() == .lost)
        }
    }

    @Test func aDesktopWithoutThePortalOffersNothing() async {
        let shortcuts = GlobalShortcutsPortal(address: bus.address, application: "org.example.Test")
        #expect(await !shortcuts.isOffered())
        await #expect(throws: DesktopTypingError(.absent, detail: "no shortcuts")) {
            try await shortcuts.bind(Self.titles)
        }
        bus.stop()
        let alone = GlobalShortcutsPortal(address: "unix:path=/nonexistent", application: "org.example.Test")
        #expect(await !alone.isOffered())
        await #expect(throws: DesktopTypingError(.absent, detail: "no session bus")) {
            try await alone.bind(Self.titles)
        }
    }
}
