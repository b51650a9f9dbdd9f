import Testing

@testable import ParlandoStorage

struct RecentlyUsedTests {
    @Test func whatWasUsedLongestAgoGoesFirst() {
        var values = RecentlyUsed<Int>(most: 2)
        values.keep(1, of: "a")
        values.keep(2, of: "b")
        #expect(values.value(of: "a") == 1)
        values.keep(3, of: "c")
        #expect(values.value(of: "b") == nil)
        #expect(values.value(of: "a") == 1)
        #expect(values.count == 2)
    }
}
