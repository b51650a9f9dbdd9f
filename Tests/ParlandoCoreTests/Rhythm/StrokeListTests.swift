import Foundation
import ParlandoCore
import Testing

@Suite struct StrokeListTests {
    private func moments(_ json: String) -> [Double]? {
        StrokeList.moments(json: Data(json.utf8))
    }

    @Test(arguments: [
        "[1, 2.5, {\"t\": 3}, {\"t\": 4, \"accepted\": false}]",
        "{\"strokes\": [1, {\"t\": 2.5, \"accepted\": true}, 3]}",
        "{\"t\": 1}\n{\"t\": 2.5, \"loud\": 1}\n\n{\"t\": 7, \"accepted\": false}\n{\"t\": 3}\n",
    ])
    func everyFormIsRead(json: String) {
        #expect(moments(json) == [1, 2.5, 3])
    }

    @Test func anEmptyTextHoldsNoStroke() {
        #expect(moments("") == [])
        #expect(moments("[]") == [])
    }

    @Test(arguments: [
        "1e300", "[1, 1000001]", "[-1e18]", "{\"strokes\": [{\"t\": 9e99}]}", "{\"t\": 1}\nnonsense", "[1, null]",
        "[[1]]",
    ])
    func whatIsNoMomentOfAPerformanceIsRefused(json: String) {
        #expect(moments(json) == nil)
    }
}
