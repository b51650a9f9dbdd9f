import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct HopTrackTests {
    /// A note was there all the time, however much of it a click covered.
    @Test func whatComesOutFromBeneathAClickIsNotSudden() {
        var track = HopTrack(above: 25, steepness: 1)
        let sound = SoundHistory(frames: 32_768)
        for sample in ToneMaker.tone(frequency: 700, seconds: 0.5, amplitude: 0.05, rate: MadePerformance.rate) {
            sound.append(sample)
        }
        for end in stride(from: HearingSettings.hop, through: sound.end, by: HearingSettings.hop) {
            track.listen(to: sound, until: end, least: end < sound.end - 960 ? 0.1 : 0)
        }
        #expect(track.peaks.first == 0 && track.peaks.last ?? 0 > 0.04)
        #expect(track.suddenRise(above: 0.02, in: 6...HopTrack.reach - 1, times: 4, rival: 0.7) == nil)
    }
}
