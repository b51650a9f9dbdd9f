import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Other readings of doubtful words on the page.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ReadingsTests: DictationScene {
    let view = SpyDictationView()
    let dictation = DictationDoubles()
    let models = ModelStage(present: [])
    let presenter: DictationPresenter
    private let keeper = SpyPageKeeper()

    init() {
        presenter = DictationPresenter(view, dictation, models)
        presenter.keeper = keeper
        presenter.activateAlone()
    }

    /// Dictates "ask knot what kind", with doubtful words that begin with k.
    private func dictate(hasReadings: Bool = true) {
        model(.ready)
        presenter.pressButton()
        enter(.opening, .listening)
        var words = words("ask knot, what kind")
        for index in [1, 3] {
            words[index].probability = 0.3
            words[index].readings =
                hasReadings
                ? ["not", "nut"].map { Reading(text: $0, confidence: 0.2, likelihood: -2) } : []
        }
        presenter.dictationService(
            dictation.service, didReport: .transcript(Transcript(paragraphs: [Paragraph(words: words)])))
        enter(.finishing, .idle)
    }

    /// Asks for the readings of the word at a position, and returns once they are offered.
    private func ask(at position: Int) async {
        presenter.offerReadings(at: position)
        await view.nextChange { view.state.readings != nil }
    }

    private var line: [DictationViewState.Run] { view.state.paragraphs.first ?? [] }

    @Test func aDoubtfulWordOffersItsReadingsAtItsPlace() async throws {
        dictate()
        await ask(at: 6)
        let readings = try #require(view.state.readings)
        #expect(readings.word == "knot")
        #expect(readings.place == 4..<9)
        #expect(readings.others == ["not", "nut"])
        #expect(!readings.canPlay)
        presenter.closeReadings()
        #expect(view.state.readings == nil)
    }

    @Test func theChosenReadingReplacesTheWordInOneStepAndLeavesTheOthersDoubtful() async {
        dictate()
        await ask(at: 4)
        presenter.writeReading("not")
        #expect(line == [.init("ask not, what ", .final), .init("kind", .doubtful)])
        #expect(view.state.readings == nil)
        #expect(view.undos == ["“knot” replaced with “not”"])
        await keeper.nextChange { keeper.kept == "ask not, what kind" }
        presenter.undo()
        #expect(line.map(\.style) == [.final, .doubtful, .final, .doubtful])
        await keeper.nextChange { keeper.kept == "ask knot, what kind" }
        presenter.redo()
        #expect(line.map(\.text) == ["ask not, what ", "kind"])
        await keeper.nextChange { keeper.kept == "ask not, what kind" }
    }

    @Test func wordsStayDoubtfulAndCanBeReadOtherwiseAfterAnEdit() async {
        dictate()
        presenter.edit("Well, ask  knot, what kind?")
        #expect(
            line == [
                .init("Well, ask  ", .final), .init("knot,", .doubtful), .init(" what ", .final),
                .init("kind?", .doubtful),
            ])
        await ask(at: 12)
        presenter.writeReading("nut")
        #expect(line.map(\.text).joined() == "Well, ask  nut, what kind?")
        presenter.undo()
        #expect(line.map(\.text).joined() == "Well, ask  knot, what kind?")
    }

    @Test func whatWasSaidCanBeWrittenWhereNoReadingIsKnown() async throws {
        dictate(hasReadings: false)
        await ask(at: 4)
        let readings = try #require(view.state.readings)
        #expect(readings.others.isEmpty && readings.note == "No alternatives are known. Type what was said.")
        presenter.writeReading("  \n")
        #expect(view.state.readings != nil)
        presenter.writeReading(" can  not ")
        #expect(line.map(\.text).joined() == "ask can not, what kind")
        await keeper.nextChange { keeper.kept == "ask can not, what kind" }
    }

    @Test func aWordThatIsSureHasNone() {
        dictate()
        presenter.offerReadings(at: 1)
        #expect(view.state.readings == nil)
        #expect(view.toasts == ["Only words with a dotted line have alternatives"])
        for position in [-1, 400] {
            presenter.offerReadings(at: position)
        }
        #expect(view.state.readings == nil)
    }

    @Test func nothingIsReplacedWhileWordsArrive() {
        dictate()
        presenter.pressButton()
        enter(.opening, .listening)
        presenter.offerReadings(at: 4)
        #expect(view.state.readings == nil)
        #expect(view.toasts == ["Alternatives can be chosen once dictation has stopped"])
    }

    @Test func aStartLeavesTheReadings() async {
        dictate()
        await ask(at: 4)
        presenter.pressButton()
        #expect(view.state.readings == nil)
        presenter.writeReading("not")
        #expect(line.map(\.text).joined() == "ask knot, what kind")
    }

    @Test func theLegendIsThereWhileAWordIsDoubtful() {
        #expect(view.state.legend.isEmpty)
        dictate()
        #expect(view.state.legend.contains("dotted line"))
        presenter.edit("something else entirely here")
        #expect(view.state.legend.isEmpty)
    }

    @Test func aWordWithSoundCanBeHeard() async throws {
        keeper.isAudible = true
        dictate()
        await ask(at: 4)
        #expect(view.state.readings?.canPlay == true)
        presenter.playWord()
        await keeper.nextChange { keeper.played.count == 1 && keeper.kept != nil }
        let word = try #require(keeper.played.first)
        #expect(word.start == 1 && word.end == 1.5)
        #expect(word.session == keeper.sessions.last?.id)
    }

    @Test func aMissingLoudspeakerIsTold() async {
        keeper.failure = AudioError(.noDevice, of: .loudspeaker)
        dictate()
        await ask(at: 4)
        presenter.playWord()
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.toasts == ["No speaker found. Connect speakers or headphones, or choose a device."])
    }
}
