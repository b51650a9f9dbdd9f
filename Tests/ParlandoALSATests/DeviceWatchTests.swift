import Testing

@testable import ParlandoALSA

@Suite struct DeviceWatchTests {
    @Test func aDeviceMayBeSlowForAWhileButNotForEver() {
        var watch = DeviceWatch(rate: 48_000, isZeroSuspicious: false, now: 10)
        #expect(watch.sawNothing(now: 12.9))
        #expect(!watch.sawNothing(now: 13))
        #expect(feed(&watch, 0.5, seconds: 0.02, now: 13))
        #expect(watch.sawNothing(now: 15.9))
    }

    @Test func threeOverrunsASecondAreAnAccidentAndTheFourthIsNot() {
        var watch = DeviceWatch(rate: 48_000, isZeroSuspicious: false, now: 0)
        let verdicts = [5.1, 5.2, 5.3, 5.4, 6.2].map { watch.sawXrun(now: $0) }
        #expect(verdicts == [true, true, true, false, true])
    }

    @Test func zerosAfterSoundAreSuspiciousOnlyWhereTheDriverHidesALoss() {
        var careful = DeviceWatch(rate: 1000, isZeroSuspicious: true, now: 0)
        var trusting = DeviceWatch(rate: 1000, isZeroSuspicious: false, now: 0)
        #expect(feed(&careful, 0.5, seconds: 0.02, now: 0) && feed(&trusting, 0.5, seconds: 0.02, now: 0))
        #expect(feed(&careful, 0, seconds: 4.9, now: 0) && feed(&trusting, 0, seconds: 4.9, now: 0))
        #expect(!feed(&careful, 0, seconds: 0.2, now: 0))
        #expect(feed(&trusting, 0, seconds: 60, now: 0))
    }

    @Test func aMicrophoneThatNeverSaidAnythingIsNotSuspicious() {
        var watch = DeviceWatch(rate: 1000, isZeroSuspicious: true, now: 0)
        #expect(feed(&watch, 0, seconds: 60, now: 0))
    }

    @Test func soundInBetweenEndsTheSuspicion() {
        var watch = DeviceWatch(rate: 1000, isZeroSuspicious: true, now: 0)
        for level: Float in [0.1, 0, 0.1, 0] {
            #expect(feed(&watch, level, seconds: 4, now: 0))
        }
    }

    private func feed(_ watch: inout DeviceWatch, _ level: Float, seconds: Double, now: Double) -> Bool {
        [Float](repeating: level, count: Int(seconds * 1000)).withUnsafeBufferPointer { samples in
            watch.sawFrames(samples, now: now)
        }
    }
}
