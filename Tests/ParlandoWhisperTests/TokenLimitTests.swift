import Testing

@testable import ParlandoWhisper

@Suite struct TokenLimitTests {
    private func limit(
        _ seconds: Double, prefix: Int = 0, isMultilingual: Bool = true, isPatient: Bool = false
    ) -> Int {
        TokenLimit.newTokens(
            seconds: seconds, prefix: prefix, opening: 3 + prefix, room: 448, isMultilingual: isMultilingual,
            isPatient: isPatient)
    }

    /// Four digits a second, each a token and its comma.
    @Test func digitsSaidFastAreWrittenDownWholeWhereNobodyWaits() {
        #expect(limit(28, isMultilingual: false, isPatient: true) >= 28 * 8)
    }

    @Test func englishThatBabblesIsCutAndAScriptOfManyTokensIsNot() {
        #expect(limit(10, isMultilingual: false) == 76)
        // Twenty tokens a second, as Hindi takes them.
        #expect(limit(10) >= 200)
    }

    @Test func finalWordsCountAsSpoken() {
        #expect(limit(2, prefix: 10, isMultilingual: false) == 10)
        #expect(limit(0.1, prefix: 50, isMultilingual: false) == 6)
    }

    @Test(arguments: [0, 100, 440, 448, 500])
    func neverMoreThanTheDecoderCanHold(prefix: Int) {
        #expect(limit(28, prefix: prefix) + 3 + prefix + 1 <= max(448, 3 + prefix + 1))
    }
}
