import CGtk
import XCTest

/// Tests of real widgets.
///
/// XCTest, because it runs synchronous tests on the main thread, where GTK lives. They need a display, which
/// scripts/test makes; without one they are skipped.
class WidgetTestCase: XCTestCase {
    override func setUpWithError() throws {
        let hasDisplay = MainActor.assumeIsolated { gtk_init_check() != 0 }
        try XCTSkipUnless(hasDisplay, "there is no display")
    }
}
