import CGtk
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// The voice button, on a real button.
final class VoiceButtonTests: WidgetTestCase {
    func testItPulsesWhileTheMicrophoneIsOpenAndNotLonger() {
        MainActor.assumeIsolated {
            let button = VoiceButton()
            XCTAssertFalse(button.hasClass("pulsing"))
            button.show(.stop)
            button.show(isRecording: true)
            XCTAssertTrue(button.hasClass("pulsing"))
            XCTAssertTrue(button.hasClass("destructive-action"))
            button.show(.start)
            button.show(isRecording: false)
            XCTAssertFalse(button.hasClass("pulsing"))
            XCTAssertFalse(button.hasClass("destructive-action"))
        }
    }

    func testItStaysStillWhereTheUserAskedForNoMovement() {
        MainActor.assumeIsolated {
            let settings = gtk_settings_get_default()
            var off = GValue()
            g_value_init(&off, GType(5 << 2))
            g_value_set_boolean(&off, 0)
            let object = UnsafeMutableRawPointer(settings)?.assumingMemoryBound(to: GObject.self)
            g_object_set_property(object, "gtk-enable-animations", &off)
            let button = VoiceButton()
            button.show(isRecording: true)
            XCTAssertFalse(button.hasClass("pulsing"))
            g_value_set_boolean(&off, 1)
            g_object_set_property(object, "gtk-enable-animations", &off)
        }
    }
}

extension Widget {
    fileprivate func hasClass(_ name: String) -> Bool {
        gtk_widget_has_css_class(widget, name) != 0
    }
}
