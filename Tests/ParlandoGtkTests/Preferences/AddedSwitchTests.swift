import CGtk
import ParlandoCore
import XCTest

@testable import ParlandoGtk

/// The door for switches: a preference that is declared, a key in the schema, and a row. Showing, changing and resetting
/// follow from the declaration.
final class AddedSwitchTests: WidgetTestCase {
    func testARowNeedsNothingButThePathOfItsPreference() {
        MainActor.assumeIsolated {
            let row = SwitchRow(\.rhythm.pausesInBackground, "Echo")
            let group = PreferencesGroup("Echoes", [row])
            XCTAssertEqual(group.preferenceRows.map { $0.preference?.name }, ["rhythm-pauses-in-background"])
            var preferences = Preferences()
            let usual = preferences.rhythm.pausesInBackground
            row.show(preferences)
            row.onChange { preferences.apply($0) }
            guard let control = PreferenceRowTests.control(in: row.widget) else {
                return XCTFail("there is no switch")
            }
            gtk_switch_set_active(OpaquePointer(control), usual ? 0 : 1)
            XCTAssertEqual(preferences.rhythm.pausesInBackground, !usual)
            XCTAssertTrue(preferences.differ(on: .rhythm))
            preferences.take(.rhythm, from: Preferences())
            XCTAssertEqual(preferences, Preferences())
        }
    }
}
