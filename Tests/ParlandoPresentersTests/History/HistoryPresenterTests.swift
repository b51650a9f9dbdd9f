import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

@MainActor @Suite(.timeLimit(.minutes(1))) struct HistoryPresenterTests {
    private let scene = TranslatorScene { $0.keepsTranslations = true }
    private let view = SpyHistoryView()
    private let archive = FakeTranslationArchive()
    private let store = FakeHistoryStore()
    private let sounds = FakeHistorySounds()
    private let saver = FakeTextSaver()
    private let player = FakeSoundPlayer()
    private let pace = ManualClock(advancesItself: true)
    private let history: HistoryService
    private let presenter: HistoryPresenter
    private let session: HistorySession

    init() {
        let now = FixedClock().now
        archive.put(
            Exchange(
                source: "Hello", sourceLanguage: "en", translation: "مرحبا", targetLanguage: "ar", isWhole: true,
                date: now.addingTimeInterval(-60)))
        archive.put(
            Exchange(
                source: "Tea", sourceLanguage: "en", translation: "Té", targetLanguage: "es", isWhole: true, date: now))
        session = HistorySession(
            kind: .dictation, language: "en", engine: "tiny.en", began: now.addingTimeInterval(-86_400), duration: 62,
            text: "my fellow", isOpen: false)
        let words = ["my", "fellow"].enumerated().map { index, text in
            HistoryWord(
                Word(text: text, start: Double(index), end: Double(index) + 1, probability: 0.9), paragraph: 0)
        }
        store.put(HistoryRecord(session: session, words: words))
        history = HistoryService(
            store, sounds: sounds, archive: archive, preferences: scene.store, player: player)
        presenter = HistoryPresenter(
            view: view, history: history, news: HistoryNews(of: history), store: scene.store,
            translator: scene.presenter, saver: saver, clock: FixedClock(), pace: pace)
        presenter.activate()
    }

    private func open() async {
        presenter.open()
        await view.nextChange { !view.state.entries.isEmpty }
    }

    private func show(_ index: Int) async throws {
        await open()
        presenter.choose(view.state.entries[index].id)
        await view.nextChange { view.state.detail != nil }
    }

    private var titles: [String] { view.state.entries.map(\.title) }

    @Test func wordsAreFoundInTheTextOfTheEntryThatIsShown() async throws {
        try await show(2)
        presenter.find(.open(at: 0))
        presenter.find(.find("FELLOW"))
        #expect(view.state.find?.matches == [3..<9] && view.state.find?.status == "1 of 1")
        #expect(view.state.find?.canReplace == false)
        presenter.goBack()
        #expect(view.state.find == nil)
    }

    // MARK: The list

    @Test func dictationsAndTranslationsAreInOneListByDay() async {
        await open()
        #expect(titles == ["Tea", "Hello", "my fellow"])
        #expect(view.state.entries.map(\.heading) == ["Today", "", "Yesterday"])
        #expect(view.state.entries.map(\.isTextRightToLeft) == [false, true, false])
        #expect(view.state.entries[0].caption.hasSuffix("English → Español"))
        #expect(view.state.entries[2].caption.contains("01:02"))
        #expect(!view.state.hasMore)
    }

    @Test func anEntryThatAnotherWindowAsksForIsShown() async {
        await open()
        presenter.showEntry(session.id.uuidString)
        await view.nextChange { view.state.detail?.id == session.id.uuidString }
        presenter.showEntry(UUID().uuidString)
        await view.nextChange { view.state.detail == nil }
    }

    @Test func anIncompleteTextSaysSo() async {
        var file = HistorySession(
            kind: .file, title: "talk.mp3", began: FixedClock().now, duration: 3, text: "so far", isOpen: false)
        file.isIncomplete = true
        store.put(HistoryRecord(session: file, words: []))
        let killed = HistorySession(
            kind: .dictation, began: FixedClock().now, isOpen: false, isIncomplete: true)
        store.put(HistoryRecord(session: killed, words: []))
        await open()
        #expect(view.state.entries.first { $0.title == "talk.mp3" }?.caption.hasSuffix("00:03 · incomplete") == true)
        let entry = view.state.entries.first { $0.id == killed.id.uuidString }
        #expect(entry?.title == "No text yet")
        // Kind and time, and no duration, which is not known.
        let parts = entry?.caption.components(separatedBy: " · ") ?? []
        #expect(parts.count == 3 && parts.first == "Dictation" && parts.last == "interrupted")
    }

    @Test func captionsAreCalledSoAndGoOnAsADictation() async throws {
        let captions = HistorySession(
            kind: .captions, began: FixedClock().now.addingTimeInterval(60), duration: 3, text: "Good morning.",
            isOpen: false)
        store.put(HistoryRecord(session: captions, words: []))
        try await show(0)
        #expect(view.state.entries.first?.caption.hasPrefix("Captions · ") == true)
        #expect(view.state.detail?.usualTitle == "Captions" && view.state.detail?.canContinue == true)
    }

    @Test func wordsFindWhatHoldsThem() async {
        await open()
        presenter.find("مرحبا")
        await view.nextChange { titles == ["Hello"] }
        presenter.find("nothing of it")
        await view.nextChange { view.state.entries.isEmpty }
        #expect(view.state.emptyTitle == "No Results Found")
    }

    private func putOlder(_ count: Int) {
        for number in 0..<count {
            store.put(
                HistoryRecord(
                    session: HistorySession(
                        kind: .dictation, began: FixedClock().now.addingTimeInterval(-1_000_000 - Double(number)),
                        text: "number \(number)", isOpen: false), words: []))
        }
    }

    @Test(arguments: [(97, false), (98, true)])
    func moreIsOfferedOnlyIfThereIsMore(older: Int, hasMore: Bool) async {
        putOlder(older)
        await open()
        #expect(view.state.entries.count == 100)
        #expect(view.state.hasMore == hasMore)
    }

    @Test func olderEntriesAreShownWhenTheEndIsReached() async {
        putOlder(150)
        await open()
        #expect(view.state.entries.count == 100)
        #expect(view.state.hasMore)
        presenter.showMore()
        await view.nextChange { view.state.entries.count == 153 }
        #expect(!view.state.hasMore)
    }

    @Test func withoutPermissionThePreferencesAreOffered() async {
        store.fail(with: nil)
        scene.store.change {
            $0.history.keepsDictations = false
            $0.translator.keepsTranslations = false
        }
        presenter.open()
        await view.nextChange { view.state.offersPreferences }
        #expect(view.state.emptyTitle == "History Is Off")
        presenter.openPreferences()
        #expect(view.openedPreferences == [.privacy])
    }

    @Test func aDamagedHistoryIsTold() async {
        archive.fail(with: ArchiveError(.failed))
        presenter.open()
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.toasts == [HistoryWording.message(ArchiveError(.failed))])
    }

    // MARK: Removing

    @Test func whatIsRemovedIsGoneAndComesBack() async throws {
        try await show(2)
        presenter.removeShown()
        await view.nextChange { titles == ["Tea", "Hello"] && !view.offers.isEmpty }
        #expect(view.offers == ["1 entry deleted"])
        #expect(view.state.detail == nil)
        presenter.undo()
        await view.nextChange { titles == ["Tea", "Hello", "my fellow"] }
    }

    @Test func aRemovalStaysUndoableThoughATextIsReplaced() async throws {
        try await show(2)
        presenter.removeShown()
        await view.nextChange { titles == ["Tea", "Hello"] && !view.offers.isEmpty }
        presenter.historyService(history, didReport: .replaced(UUID()))
        #expect(view.offers == ["1 entry deleted"])
        presenter.undo()
        await view.nextChange {
            titles == ["Tea", "Hello", "my fellow"]
                && view.offers.last == "The text was replaced by a new transcription"
        }
        #expect(view.offers.last == "The text was replaced by a new transcription")
    }

    @Test func theOfferEndsAndTheEntryIsForgotten() async throws {
        try await show(2)
        presenter.removeShown()
        await view.nextChange { !view.offers.isEmpty }
        #expect(store.removed == [session.id])
        presenter.forgetRemoved()
        while !store.removed.isEmpty {
            await Task.yield()
        }
        #expect(store.records.isEmpty)
    }

    @Test func severalAreSelectedAndRemoved() async {
        await open()
        presenter.setChoosing(true)
        #expect(!view.state.canRemoveChosen)
        presenter.choose(view.state.entries[0].id)
        presenter.choose(view.state.entries[2].id)
        presenter.choose(view.state.entries[1].id)
        presenter.choose(view.state.entries[1].id)
        #expect(view.state.entries.map(\.isChosen) == [true, false, true])
        #expect(view.state.choice == "2 selected")
        #expect(view.state.detail == nil)
        presenter.removeChosen()
        await view.nextChange { titles == ["Hello"] }
        #expect(!view.state.isChoosing)
    }

    @Test func closingEndsTheSelection() async {
        await open()
        presenter.setChoosing(true)
        presenter.choose(view.state.entries[0].id)
        presenter.close()
        #expect(!view.state.isChoosing && !view.state.entries.contains(where: \.isChosen))
    }

    @Test func allAreRemovedAlsoThoseThatAreNotInTheList() async {
        for number in 0..<150 {
            store.put(
                HistoryRecord(
                    session: HistorySession(
                        kind: .dictation, began: FixedClock().now.addingTimeInterval(-Double(number)),
                        text: "number \(number)", isOpen: false), words: []))
        }
        await open()
        presenter.setChoosing(true)
        presenter.chooseAll()
        #expect(view.state.entries.allSatisfy { $0.isChosen })
        presenter.removeChosen()
        await view.nextChange { view.state.entries.isEmpty && !view.offers.isEmpty }
        #expect(view.offers == ["153 entries deleted"])
        presenter.undo()
        await view.nextChange { view.state.entries.count == 100 }
    }

    // MARK: The entry

    @Test func aTranslationIsOpenedInTheTranslator() async throws {
        try await show(1)
        let detail = try #require(view.state.detail)
        #expect(detail.text == "Hello")
        #expect(detail.translation == "مرحبا")
        #expect(detail.isTranslationRightToLeft)
        #expect(!detail.canEdit && !detail.canPlay && !detail.canRename)
        presenter.openTranslator()
        #expect(scene.state.source.text == "Hello")
        #expect(scene.state.target.text == "مرحبا")
        #expect(view.translators == 1)
    }

    @Test func aSessionIsRenamed() async throws {
        try await show(2)
        presenter.rename(to: "  A  speech ")
        await view.nextChange { titles.last == "A speech" && view.state.detail?.title == "A speech" }
        #expect(view.state.entries.last?.text == "my fellow")
    }

    @Test func aSessionIsEditedAndRestored() async throws {
        try await show(2)
        presenter.setEditing(true)
        presenter.edit("my dear fellow")
        #expect(view.state.detail?.text == "my dear fellow")
        presenter.setEditing(false)
        await view.nextChange { titles.last == "my dear fellow" && view.state.detail?.canRestore == true }
        presenter.restoreText()
        await view.nextChange { titles.last == "my fellow" && view.state.detail?.canRestore == false }
    }

    @Test func aCorrectedWordIsOfferedForTheVocabulary() async throws {
        let store = FakeWordBook()
        let wordBook = WordBookPresenter(view: SpyWordBookView(), store: store, saver: saver)
        presenter.corrections.wordBook = wordBook
        presenter.corrections.pace = pace
        try await show(2)
        presenter.setEditing(true)
        presenter.edit("my Fellowe")
        await view.nextChange { view.toasts == ["Remember “fellow → Fellowe”?"] }
        presenter.rememberWord()
        await view.nextChange { view.toasts.last == "Added to the vocabulary" }
        #expect(await store.load().vocabulary.entries == ["en": ["Fellowe"]])
    }

    @Test func whatIsDictatedBelowAnEntryWhileItIsEditedKeepsItsText() async throws {
        try await show(2)
        presenter.setEditing(true)
        let below = HistorySession(
            kind: .dictation, began: FixedClock().now, text: "below", isOpen: false, page: session.id)
        let word = HistoryWord(Word(text: "below", start: 0, end: 1, probability: 1), paragraph: 0)
        store.put(HistoryRecord(session: below, words: [word]))
        presenter.edit("changed")
        await view.nextChange { titles.last == "changed" }
        #expect(store.records.map(\.session.text.revealed) == ["changed", "below"])
    }

    @Test func whatIsEditedIsStoredThoughTheWindowCloses() async throws {
        try await show(2)
        presenter.setEditing(true)
        presenter.edit("changed")
        presenter.close()
        while store.records.first?.session.text.revealed != "changed" {
            await Task.yield()
        }
    }

    @Test func anEntryIsExportedInTheFormatOfTheFile() async throws {
        try await show(2)
        presenter.export(to: "/tmp/a.srt")
        await view.nextChange { !view.toasts.isEmpty }
        #expect(saver.saves.map(\.text) == ["1\n00:00:00,000 --> 00:00:02,000\nmy fellow\n\n"])
        #expect(view.toasts == ["Saved as a.srt"])
    }

    @Test func aTranslationIsExportedWithItsSource() async throws {
        try await show(0)
        presenter.export(to: "/tmp/a.txt")
        await view.nextChange { !view.toasts.isEmpty }
        #expect(saver.saves.map(\.text) == ["Tea\n\nTé\n"])
    }

    @Test func selectedEntriesAreSavedInOneFileTheOldestFirst() async {
        await open()
        presenter.setChoosing(true)
        presenter.choose(view.state.entries[0].id)
        presenter.choose(view.state.entries[2].id)
        presenter.exportChosen(to: "/tmp/a.txt")
        await view.nextChange { !view.toasts.isEmpty }
        let text = saver.saves.first?.text ?? ""
        #expect(text.split(separator: "\n").filter { !$0.hasPrefix("20") } == ["my fellow", "Tea", "Té"])
        #expect(view.toasts == ["Saved as a.txt"])
    }

    @Test func thePageOfAnEntryIsShownAsAWhole() async throws {
        var second = HistorySession(
            kind: .dictation, language: "en", engine: "base.en", began: session.began.addingTimeInterval(60),
            duration: 10, text: "and more", isOpen: false, isIncomplete: true, page: session.id)
        second.soundEnd = 5
        store.put(HistoryRecord(session: second, words: []))
        try await sounds.append([0], to: session.id)
        try await show(2)
        let detail = try #require(view.state.detail)
        #expect(detail.caption.contains("01:12 · English · Fast, Balanced"))
        #expect(detail.position == "00:00 / 01:12")
        #expect(detail.note.contains("Interrupted") && detail.note.contains("01:07"))
        #expect(detail.canContinue)
        // Without a queue of files nothing can be transcribed.
        #expect(detail.repeatLabel == nil)
        presenter.showEntry(second.id.uuidString)
        await view.nextChange { view.state.detail?.id == session.id.uuidString }
    }

    @Test func theSeekBarSetsWherePlaybackBeginsAndGoesOn() async throws {
        try await sounds.append([0], to: session.id)
        try await show(2)
        presenter.seek(to: 30)
        #expect(view.state.detail?.seconds == 30)
        #expect(view.state.detail?.isPlaying == false)
        presenter.historyService(history, didReport: .playback(HistoryPlayback(id: session.id, seconds: 10)))
        #expect(view.state.detail?.position == "00:30 / 01:02")
        presenter.historyService(history, didReport: .playback(HistoryPlayback(id: session.id, seconds: 30.1)))
        presenter.historyService(history, didReport: .playback(HistoryPlayback(id: session.id, seconds: 31)))
        #expect(view.state.detail?.seconds == 31)
        presenter.seek(to: 100)
        #expect(view.state.detail?.seconds == 62)
        // The made-up recording cannot be read there.
        await view.nextChange { !view.toasts.isEmpty }
    }

    @Test func theSoundIsTranscribedAgainAndTheOldTextComesBack() async throws {
        let files = FileScene(ScriptedRecognizer(script: [.init(1, .final(FileScene.words("new text")))]))
        files.store.put(HistoryRecord(session: session, words: []))
        try await files.sounds.append([0], to: session.id)
        files.files.put("/recordings/\(session.id).flac")
        let presenter = HistoryPresenter(
            view: view, history: files.history, news: HistoryNews(of: files.history), store: scene.store,
            translator: scene.presenter, saver: saver, clock: FixedClock(), files: files.queue)
        presenter.activate()
        presenter.open()
        presenter.showEntry(session.id.uuidString)
        await view.nextChange { view.state.detail?.repeatLabel == "Transcribe Again" }
        presenter.transcribeAgain()
        await view.nextChange { view.state.detail?.text == "new text" && !view.offers.isEmpty }
        presenter.undo()
        await view.nextChange { view.state.detail?.text.isEmpty == true }
    }

    @Test func aFileThatHasChangedIsSaid() async throws {
        let file = HistorySession(
            kind: .file, title: "talk.mp3", began: FixedClock().now.addingTimeInterval(9), duration: 3, text: "old",
            isOpen: false, source: "/talk.mp3", mark: "as it was")
        store.put(HistoryRecord(session: file, words: []))
        sounds.put("/talk.mp3", "another one")
        try await show(0)
        #expect(view.state.detail?.canPlay == false && view.state.detail?.canContinue == false)
        #expect(view.state.detail?.note.contains("has changed") == true)
    }

    @Test func anUndoneTranscriptionIsOffered() async throws {
        try await show(2)
        presenter.historyService(history, didReport: .replaced(session.id))
        #expect(view.offers == ["The text was replaced by a new transcription"])
        presenter.historyService(history, didReport: .notReplaced(nil))
        #expect(view.toasts == ["No words were recognized. The text stays as it was."])
    }

    @Test func theTextIsCopied() async throws {
        try await show(2)
        presenter.copy()
        #expect(view.copied == ["my fellow"])
    }

    // MARK: Playback

    @Test func theWordThatIsHeardIsMarked() async throws {
        try await sounds.append([0], to: session.id)
        try await show(2)
        #expect(view.state.detail?.canPlay == true)
        #expect(view.state.detail?.position == "00:00 / 01:02")
        for (seconds, range) in [(0.5, 0..<2), (1.2, 3..<9), (50, 3..<9)] {
            presenter.historyService(
                history, didReport: .playback(HistoryPlayback(id: session.id, seconds: seconds)))
            #expect(view.state.detail?.marked == range)
        }
        #expect(view.state.detail?.isPlaying == true)
        #expect(view.state.detail?.position == "00:50 / 01:02")
        presenter.historyService(history, didReport: .playback(nil))
        #expect(view.state.detail?.marked == nil)
        #expect(view.state.detail?.isPlaying == false)
    }

    @Test func aRecordingThatCannotBeReadIsTold() async throws {
        try await sounds.append([0], to: session.id)
        try await show(2)
        presenter.togglePlayback()
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.toasts.first?.hasPrefix("The recording could not be played") == true)
    }
}

struct HistoryWordMapTests {
    private func words(_ texts: [String], isGlued: Bool = false) -> [Word] {
        texts.enumerated().map { index, text in
            Word(text: text, start: Double(index), end: Double(index) + 1, probability: 1, isGlued: isGlued)
        }
    }

    @Test func wordsAreFoundByTimeAndByPlace() {
        let map = HistoryWordMap("one two\nthree", words(["one", "two", "three"]))
        #expect(map.range(at: -1) == nil)
        #expect(map.range(at: 0) == 0..<3)
        #expect(map.range(at: 1.9) == 4..<7)
        #expect(map.range(at: 100) == 8..<13)
        #expect(map.start(at: 0) == 0)
        #expect(map.start(at: 5) == 1)
        #expect(map.start(at: 13) == 2)
        #expect(map.start(at: 99) == nil)
    }

    @Test func scriptsWithoutSpacesAndBlankLinesAreCounted() {
        let map = HistoryWordMap("日本 \n\n 語🙂", words(["日", "本", "語🙂"], isGlued: true))
        #expect(map.range(at: 1) == 1..<2)
        #expect(map.range(at: 2) == 6..<8)
    }

    @Test func moreWordsThanTextAreNoFault() {
        let map = HistoryWordMap("one", words(["one", "two", "three"]))
        #expect(map.range(at: 2) == 3..<3)
        #expect(HistoryWordMap().range(at: 1) == nil)
    }
}

/// Other readings of doubtful words in the history.
@MainActor @Suite(.timeLimit(.minutes(1))) struct HistoryReadingsTests {
    private let view = SpyHistoryView()
    private let store = FakeHistoryStore()
    private let sounds = FakeHistorySounds()
    private let presenter: HistoryPresenter
    private let session: HistorySession
    private let scene = TranslatorScene { $0.keepsTranslations = true }

    init() {
        session = HistorySession(kind: .dictation, began: FixedClock().now, text: "ask knot", isOpen: false)
        var words = ["ask", "knot"].enumerated().map { index, text in
            HistoryWord(
                Word(text: text, start: Double(index), end: Double(index) + 1, probability: 0.9), paragraph: 0)
        }
        words[1].word.probability = 0.3
        words[1].word.readings = [Reading(text: "not", confidence: 0.2, likelihood: -2)]
        store.put(HistoryRecord(session: session, words: words))
        let history = HistoryService(store, sounds: sounds, preferences: scene.store)
        presenter = HistoryPresenter(
            view: view, history: history, news: HistoryNews(of: history), store: scene.store,
            translator: scene.presenter, saver: FakeTextSaver(), clock: FixedClock())
        presenter.activate()
    }

    private func show() async {
        presenter.open()
        await view.nextChange { !view.state.entries.isEmpty }
        presenter.choose(session.id.uuidString)
        await view.nextChange { view.state.detail != nil }
    }

    @Test func aDoubtfulWordIsMarkedAndAPressOffersItsReadings() async {
        await show()
        #expect(view.state.detail?.doubtful == [4..<8])
        presenter.pressText(at: 5)
        #expect(view.state.detail?.readings?.others == ["not"])
        #expect(view.state.detail?.readings?.canPlay == false)
        presenter.closeReadings()
        #expect(view.state.detail?.readings == nil)
    }

    @Test func theChosenReadingChangesTheTextAndItsOriginalCanBeRestored() async {
        await show()
        presenter.offerReadings(at: 4)
        presenter.writeReading("not")
        await view.nextChange { view.state.detail?.text == "ask not" }
        #expect(view.state.detail?.doubtful == [])
        #expect(view.state.detail?.canRestore == true)
        #expect(view.toasts == ["“knot” replaced with “not”"])
        presenter.restoreText()
        await view.nextChange { view.state.detail?.text == "ask knot" }
        #expect(view.state.detail?.doubtful == [4..<8])
    }

    @Test func aWordThatIsSureHasNoReadings() async {
        await show()
        presenter.offerReadings(at: 1)
        #expect(view.state.detail?.readings == nil)
        #expect(view.toasts == ["Only words with a dotted line have alternatives"])
    }

    @Test func whileTheTextIsEditedNothingIsOffered() async {
        await show()
        presenter.setEditing(true)
        #expect(view.state.detail?.doubtful == [])
        presenter.offerReadings(at: 5)
        #expect(view.state.detail?.readings == nil)
    }
}
