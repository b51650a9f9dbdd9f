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
