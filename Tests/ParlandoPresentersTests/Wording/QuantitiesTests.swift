import ParlandoCore
import ParlandoPresenters
import Testing

@Suite struct QuantitiesTests {
    @Test(arguments: [
        (0, "00:00"), (59.99, "00:59"), (60, "01:00"), (3599, "59:59"), (3600, "1:00:00"), (36_000, "10:00:00"),
        (-5, "00:00"), (Double.nan, "00:00"), (1e300, "99999:59:59"), (.infinity, "99999:59:59"),
    ])
    func clocksShowMinutesAndFromAnHourOnHours(seconds: Double, text: String) {
        #expect(Quantities.clock(seconds) == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]) func noNumberEndsTheProgram(number: Double) {
        let texts = [
            Quantities.clock(number), Quantities.rate(number), Quantities.timeLeft(number), Quantities.percent(number),
            Quantities.tempo(number), Quantities.signedMilliseconds(number), Quantities.plusMinus(number),
            Quantities.progress(TransferProgress(bytes: .max, total: .max, rate: number)),
        ]
        #expect(!texts.contains(""))
    }

    @Test func aSpanNamesBothEnds() {
        #expect(Quantities.span(3.2, 17.9) == "[00:03 – 00:17]")
    }

    @Test(
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1500, "1.5 kB"), (9_960, "10 kB"),
            (77_704_715, "78 MB"), (999_499, "999 kB"), (999_500, "1 MB"), (487_601_967, "488 MB"),
            (999_500_000, "1 GB"),
            (2_340_000_000, "2.3 GB"), (-1, "0 bytes"),
        ] as [(Int64, String)])
    func bytesAreRoundedAsPeopleReadThem(count: Int64, text: String) {
        #expect(Quantities.bytes(count) == text)
    }

    @Test(arguments: [
        (0, "1 second left"), (1, "1 second left"), (1.2, "2 seconds left"), (59, "59 seconds left"),
        (60, "1 minute left"), (61, "2 minutes left"), (3599, "60 minutes left"), (3600, "1 hour left"),
        (4000, "2 hours left"), (Double.infinity, "more than a day left"),
    ])
    func timeLeftIsRoundedUpAndTakesItsPlural(seconds: Double, text: String) {
        #expect(Quantities.timeLeft(seconds) == text)
    }

    @Test func progressSaysOnlyWhatIsKnown() {
        let whole = TransferProgress(bytes: 1_500_000, total: 77_704_715, rate: 3_100_000)
        #expect(Quantities.progress(whole) == "1.5 MB of 78 MB, 3.1 MB/s, 25 seconds left")
        let start = TransferProgress(bytes: 0, total: 77_704_715, rate: 0)
        #expect(Quantities.progress(start) == "0 bytes of 78 MB")
        #expect(Quantities.progress(TransferProgress(bytes: 5_000, total: 0, rate: 1)) == "5 kB so far")
    }
}
