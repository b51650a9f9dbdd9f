import ParlandoCore
import Testing

@testable import ParlandoPresenters

struct NotationWordingTests {
    @Test(arguments: [
        (Meter.fourFour, 90, "♩ = 90"), (.sixEight, 60.5, "♩. = 60.5"), (.sixEightInEighths, 180, "♪ = 180"),
        (.sevenEight, 200, "♪ = 200"),
    ])
    func theTempoNamesTheBeat(meter: Meter, tempo: Double, mark: String) {
        #expect(NotationWording.tempoMark(meter, Tempo(clamping: tempo)) == mark)
    }

    @Test func onlySwingIsMentioned() {
        #expect(NotationWording.swing(.straight) == nil)
        #expect(NotationWording.swing(Swing(percent: 66)) == "Swing 66%")
        #expect(NotationWording.swing(Swing(percent: 60, ofSixteenths: true)) == "Swing 60% in sixteenths")
    }
}
