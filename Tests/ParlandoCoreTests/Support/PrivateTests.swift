import ParlandoCore
import Testing

@Suite struct PrivateTests {
    private struct Holder {
        let key = Private("needle")
    }

    @Test func noWayOfPrintingShowsTheValue() {
        let key = Private("needle")
        var dumped = ""
        dump(Holder(), to: &dumped)
        for text in ["\(key)", "\(Holder())", String(reflecting: key), "\([key])", "\(key as Any)", dumped] {
            #expect(!text.contains("needle"))
            #expect(text.contains("•••"))
        }
    }

    @Test func theValueIsThereForWhoAsks() {
        #expect(Private("needle").revealed == "needle")
        #expect(Private(1) == Private(1))
    }
}
