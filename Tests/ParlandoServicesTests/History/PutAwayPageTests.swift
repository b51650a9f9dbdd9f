import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// What the history keeps of a page that the user puts away, or on which they choose readings of doubtful words.
@MainActor @Suite(.timeLimit(.minutes(1))) struct PutAwayPageTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()
    private let store = FakeHistoryStore()
    private let sounds = FakeHistorySounds()
    private let player = FakeSoundPlayer()
    private let preferences = FakePreferenceStore()
    private let delegate = SpyHistoryDelegate()
    private let bookmark = FakePageBookmark()
    private let history: HistoryService

    init() {
        history = HistoryService(
            store, sounds: sounds, preferences: preferences, player: player, bookmark: bookmark)
        history.delegate = delegate
    }

    private var texts: [String] { store.records.map(\.session.text.revealed) }

    /// Dictates a session below what is on the page.
    private func dictate(
        _ text: String, on page: inout TranscriptDocument, with rules: [ReplacementRule] = [], isPrivate: Bool = false
    ) async {
        let service = DictationService(
            microphone: microphone, recognizer: ScriptedRecognizer(script: [.init(1, .final(words(text)))]),
            words: FakeWordBook(rules), recorders: [history.dictationRecorder],
            clock: ManualClock(advancesItself: true))
        service.delegate = spy
        let sessions = spy.phases.count { $0 == .idle }
        let ends = delegate.events.count { $0 == .keeping(HistoryKeepingState()) }
        if isPrivate {
            await history.setPrivate(true)
        }
        var options = DictationOptions()
        options.page = page.sessions.map(\.id)
        page.begin(options.session, at: nil)
        await service.start(options)
        await spy.wait(for: .listening, times: sessions + 1)
        microphone.play(second + second)
        await spy.next { $0 == .elapsed(2) }
        await service.stop()
        await spy.wait(forSessions: sessions + 1)
        await delegate.nextChange { delegate.events.count { $0 == .keeping(HistoryKeepingState()) } > ends }
        page.hear(spy.transcripts.last ?? Transcript())
    }

    /// Puts a page away, and returns once the history has dealt with it.
    private func putAway(_ page: TranscriptDocument) async {
        await history.putAway(page)
        for isPrivate in [true, false] {
            await history.setPrivate(isPrivate)
            await delegate.nextChange { delegate.keeping?.isPrivate == isPrivate }
        }
    }

    @Test func aPageWithoutEditsIsInTheHistoryAlready() async {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        await dictate("two", on: &page)
        let writes = store.writes
        await putAway(page)
        #expect(texts == ["one", "two"])
        #expect(store.writes == writes)
        #expect(store.records.allSatisfy { !$0.session.isEdited })
    }

    @Test func editsChangeTheEntryAndLeaveItsWords() async {
        var page = TranscriptDocument()
        await dictate("my fellow", on: &page)
        page.edit("My fellow!")
        await putAway(page)
        #expect(texts == ["My fellow!"])
        #expect(store.records.map(\.words.count) == [2])
        #expect(store.records.map(\.session.isEdited) == [true])
    }

    @Test func anEditedPageOfSeveralSessionsChangesTheirEntries() async {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        await dictate("two", on: &page)
        page.edit("one more\ntwo more")
        await putAway(page)
        #expect(texts == ["one more", "two more"])
    }

    @Test func aPageIsOneEntry() async throws {
        preferences.change { $0.history.keepsSound = true }
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        await dictate("secret", on: &page, isPrivate: true)
        await dictate("two", on: &page)
        let entries = try await history.entries(matching: "", limit: 10)
        #expect(entries.map(\.id) == [page.sessions[0].id])
        let shown = try await history.records(of: page.sessions[2].id)
        #expect(TranscriptDocument(shown).text == "one\ntwo")
        try await history.edit(page.sessions.map(\.id), "one more\ntwo more")
        #expect(texts == ["one more", "two more"])
        try await history.edit(page.sessions.map(\.id), nil)
        #expect(texts == ["one", "two"])
        try await history.remove(entries)
        try await history.restore()
        #expect(texts == ["one", "two"])
        try await history.remove(entries)
        // What is dictated below a removed entry begins another one.
        await dictate("three", on: &page)
        try await history.forgetRemoved()
        #expect(texts == ["three"])
        #expect(Array(sounds.samples.keys) == [page.sessions[3].id])
    }

    @Test func dictationGoesOnInAnEntryThatIsOnThePageAgain() async throws {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        await putAway(page)
        var other = TranscriptDocument()
        await dictate("other", on: &other)
        page = await history.reopen(page.sessions[0].id)
        #expect(page.text == "one")
        await dictate("two", on: &page)
        page.edit("one\ntwo more")
        await history.follow(page)
        #expect(try await history.entries(matching: "", limit: 10).count == 2)
        #expect(texts == ["one", "other", "two more"])
    }

    @Test func thePageDoesNotReplaceATextThatWasTranscribedAgain() async throws {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        let id = page.sessions[0].id
        let other = RecordedSession(
            HistorySession(kind: .dictation, began: FixedClock().now), isKept: false, keepsSound: false)
        await history.replace(id, by: other, duration: 2)
        page.edit("One!")
        #expect(await history.follow(page) == [false])
        #expect(texts == [""])
        try await history.undoReplacement(of: id)
        #expect(await history.follow(page) == [true])
        #expect(texts == ["One!"])
    }

    @Test func wordsWhoseReplacementWasUndoneAreKeptAsTheyWereSaid() async throws {
        var page = TranscriptDocument()
        await dictate("one fellow", on: &page, with: [ReplacementRule("one", "1")])
        #expect(texts == ["1 fellow"])
        await putAway(page)
        #expect(texts == ["1 fellow"])
        let heard = spy.news.compactMap { event -> Transcript? in
            if case .heard(let transcript) = event { transcript } else { nil }
        }
        page.hear(try #require(heard.last))
        await putAway(page)
        #expect(texts == ["one fellow"])
    }

    @Test func whatWasEditedInTheHistoryStaysAndThePageIsAnEntryOfItsOwnOnce() async throws {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        let id = try #require(store.records.first?.session.id)
        try await history.edit([id], "in the history")
        await putAway(page)
        #expect(texts == ["in the history"])
        page.edit("on the page")
        await putAway(page)
        #expect(texts == ["in the history", "on the page"])
        let entry = try #require(store.records.last)
        #expect(entry.words.map(\.word.text) == ["on", "the", "page"])
        #expect(!entry.session.isOpen)
        await putAway(page)
        #expect(store.records.count == 2)
    }

    @Test func aPageWithAPrivateSessionIsNotKept() async {
        var page = TranscriptDocument()
        await dictate("public", on: &page)
        await dictate("secret", on: &page, isPrivate: true)
        page.edit("public secret!")
        await putAway(page)
        #expect(texts == ["public"])
    }

    @Test func anEntryThatWasRemovedStaysAway() async throws {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        page.edit("One!")
        try await history.remove(try await history.entries(matching: "", limit: 10))
        await putAway(page)
        #expect(texts.isEmpty)
    }

    @Test func nothingIsKeptThatThePreferencesNoLongerAllow() async {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        page.edit("One!")
        preferences.change { $0.history.keepsDictations = false }
        await putAway(page)
        #expect(texts == ["one"])
    }

    @Test func aFullDiskIsToldAndTheSamePageIsKeptLater() async {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        page.edit("One!")
        store.fail(with: ArchiveError(.diskFull))
        await putAway(page)
        #expect(delegate.events.contains(.failure(ArchiveError(.diskFull))))
        store.fail(with: nil)
        await putAway(page)
        #expect(texts == ["One!"])
    }

    // MARK: The page itself

    @Test func thePageIsThereAgainAtTheNextStartAndGoesOnInItsEntries() async {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        await dictate("two", on: &page)
        page.edit("one more\ntwo")
        #expect(await history.follow(page) == [true, true])
        let next = HistoryService(store, preferences: preferences, bookmark: bookmark)
        var again = await next.lastPage()
        #expect(again.text == "one more\ntwo" && again.sessions.count == 2)
        again.edit("one\ntwo more")
        #expect(await next.follow(again) == [true, true])
        #expect(texts == ["one", "two more"])
        await next.follow(TranscriptDocument())
        #expect(await HistoryService(store, preferences: preferences, bookmark: bookmark).lastPage().isEmpty)
    }

    @Test func whatTheHistoryDoesNotHoldIsSaid() async throws {
        var page = TranscriptDocument()
        await dictate("public", on: &page)
        await dictate("secret", on: &page, isPrivate: true)
        #expect(await history.follow(page) == [true, false])
        // The line has words of both sessions.
        page.edit("public secret")
        #expect(await history.follow(page) == [false, true])
        #expect(texts == ["public"])
        try await history.remove(try await history.entries(matching: "", limit: 10))
        page.edit("public")
        #expect(await history.follow(page) == [false, true])
    }

    @Test func aDiscardedDictationLeavesNothing() async throws {
        preferences.change { $0.history.keepsSound = true }
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        await dictate("two", on: &page)
        #expect(await history.follow(page) == [true, true])
        await history.discard(try #require(page.sessions.last).id)
        #expect(texts == ["one"])
        #expect(Set(sounds.samples.keys) == Set(store.records.map(\.session.id)))
        #expect(await bookmark.ids() == store.records.map(\.session.id))
    }

    // MARK: Readings

    private func follow(_ page: TranscriptDocument) async {
        await history.follow(page)
    }

    @Test func aChosenReadingChangesItsEntryAtOnceAndUndoBringsTheOldOneBack() async {
        var page = TranscriptDocument()
        await dictate("ask knot", on: &page)
        let heard = page
        page.replaceWord(at: 1, with: "not")
        await follow(page)
        #expect(texts == ["ask not"])
        #expect(store.records.map { $0.words.map(\.word.text) } == [["ask", "knot"]])
        page.replaceWord(at: 0, with: "task")
        await follow(page)
        #expect(texts == ["task not"])
        await follow(heard)
        #expect(texts == ["ask knot"])
        #expect(store.records.map(\.session.isEdited) == [false])
    }

    @Test func onAPageOfSeveralSessionsOnlyTheEntryOfTheWordChanges() async {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        await dictate("ask knot", on: &page)
        page.replaceWord(at: 2, with: "not")
        await follow(page)
        #expect(texts == ["one", "ask not"])
        #expect(store.records.map(\.session.isEdited) == [false, true])
    }

    @Test func aCorrectedPageThatIsEditedAndPutAwayStaysOneEntry() async {
        var page = TranscriptDocument()
        await dictate("ask knot", on: &page)
        page.replaceWord(at: 1, with: "not")
        await follow(page)
        page.edit("Ask not!")
        await putAway(page)
        #expect(texts == ["Ask not!"])
    }

    @Test func anEntryThatWasEditedInTheHistoryKeepsItsText() async throws {
        var page = TranscriptDocument()
        await dictate("ask knot", on: &page)
        try await history.edit([try #require(store.records.first?.session.id)], "in the history")
        page.replaceWord(at: 1, with: "not")
        await follow(page)
        #expect(texts == ["in the history"])
    }

    @Test func aPrivateSessionIsNotStoredBecauseAReadingIsChosen() async {
        var page = TranscriptDocument()
        await dictate("secret", on: &page, isPrivate: true)
        page.replaceWord(at: 0, with: "public")
        await follow(page)
        #expect(texts.isEmpty)
    }

    // MARK: The sound of a word

    @Test func aWordOfTheLastMinutesIsHeardFromMemory() async throws {
        var page = TranscriptDocument()
        await dictate("one two", on: &page, isPrivate: true)
        let word = SpokenWord(session: try #require(page.sessions.last).id, start: 1, end: 1.5)
        #expect(await history.hasSound(of: word))
        try await history.play(word)
        #expect(player.sounds.map(\.duration) == [1])
        #expect(sounds.samples.isEmpty)
    }

    @Test func withoutSoundNothingIsPlayed() async throws {
        var page = TranscriptDocument()
        await dictate("one two", on: &page)
        let unknown = SpokenWord(session: UUID(), start: 0, end: 1)
        let beyond = SpokenWord(session: try #require(page.sessions.last).id, start: 70, end: 71)
        for word in [unknown, beyond] {
            #expect(await !history.hasSound(of: word))
            try await history.play(word)
        }
        #expect(player.playbacks == 0)
    }

    @Test func aMissingLoudspeakerIsToldToWhoeverWantsToHearAWord() async throws {
        var page = TranscriptDocument()
        await dictate("one", on: &page)
        player.failNext(AudioError(.noDevice, of: .loudspeaker))
        let word = SpokenWord(session: try #require(page.sessions.last).id, start: 0, end: 0.5)
        await #expect(throws: AudioError(.noDevice, of: .loudspeaker)) {
            try await history.play(word)
        }
    }
}
