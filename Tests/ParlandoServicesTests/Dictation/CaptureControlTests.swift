import ParlandoCore
import Testing

@testable import ParlandoServices

@Suite struct CaptureControlTests {
    private func expectNext(_ step: CaptureControl.Step?, _ capture: inout CaptureControl) {
        let next = capture.nextStep()
        #expect(next == step)
    }

    @Test func aCloseWishedWhileOpeningFollowsTheOpening() {
        var capture = CaptureControl()
        capture.wantsSound = true
        expectNext(.open(nil), &capture)
        capture.wantsSound = false
        expectNext(nil, &capture)
        capture.didOpen()
        expectNext(.close, &capture)
        expectNext(nil, &capture)
        let endedByItself = capture.didEnd()
        #expect(!endedByItself)
        #expect(capture.isClosed)
    }

    @Test func anotherDeviceIsOpenedOnlyAfterTheFirstHasEnded() {
        var capture = CaptureControl()
        capture.wantsSound = true
        _ = capture.nextStep()
        capture.didOpen()
        capture.device = "usb"
        expectNext(.close, &capture)
        expectNext(nil, &capture)
        _ = capture.didEnd()
        expectNext(.open("usb"), &capture)
    }

    @Test func aDeviceThatDoesNotOpenIsNotTriedAgainUnasked() {
        var capture = CaptureControl()
        capture.wantsSound = true
        _ = capture.nextStep()
        capture.didFailToOpen()
        expectNext(nil, &capture)
        capture.wantsSound = true
        expectNext(.open(nil), &capture)
    }

    @Test func aStreamThatEndsUnaskedIsNotReopened() {
        var capture = CaptureControl()
        capture.wantsSound = true
        _ = capture.nextStep()
        capture.didOpen()
        let endedByItself = capture.didEnd()
        #expect(endedByItself)
        expectNext(nil, &capture)
    }
}

@Suite struct SilenceClockTests {
    private func word(end: Double) -> Word {
        Word(text: "a", start: end - 0.2, end: end, probability: 1)
    }

    @Test func silenceIsOverExactlyAtTheLimit() {
        let clock = SilenceClock(limit: 30)
        #expect(!clock.isOver(at: 29.999))
        #expect(clock.isOver(at: 30))
    }

    @Test func aWordBeginsTheCountAnew() {
        var clock = SilenceClock(limit: 15)
        clock.hear([word(end: 10)])
        #expect(!clock.isOver(at: 24.9))
        #expect(clock.isOver(at: 25))
    }

    @Test func anOlderWordDoesNotTurnTheClockBack() {
        var clock = SilenceClock(limit: 15)
        clock.hear([word(end: 10)])
        clock.hear([word(end: 4)])
        #expect(!clock.isOver(at: 24.9))
    }

    @Test func noLimitMeansNever() {
        #expect(!SilenceClock(limit: nil).isOver(at: 1e9))
    }
}
