import CGtk
import ParlandoCore
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// Texts with signs that markup would read, on real widgets.
final class MarkupTests: WidgetTestCase {
    private static let text = "R&D <attic> \"1\" 'a' &amp; ©"

    func testAToastShowsEveryName() {
        MainActor.assumeIsolated {
            let overlay = Element(adw_toast_overlay_new())
            adw_toast_overlay_add_toast(overlay.opaque, Markup.toast(Self.text))
            XCTAssertTrue(Self.texts(in: overlay.widget).contains(Self.text))
        }
    }

    func testTheNewestToastReplacesTheOneBeforeAndWaitsForUndo() {
        MainActor.assumeIsolated {
            adw_init()
            let toasts = Toasts()
            var covers: [Bool] = []
            toasts.onCover = { covers.append($0) }
            toasts.showToast("first")
            toasts.offer("Undo", "second") {}
            XCTAssertEqual(covers, [true, false, true])
            XCTAssertTrue(Self.texts(in: toasts.widget).contains("second"))
            toasts.withdraw()
            XCTAssertEqual(covers.last, false)
            let undo = UndoToast("third") {
            } end: {
            }
            toasts.add(undo.reference.opaque)
            toasts.showToast("fourth")
            let texts = Self.texts(in: toasts.widget)
            XCTAssertTrue(texts.contains("third") && !texts.contains("fourth"), "\(texts)")
            XCTAssertTrue(undo.isOpen)
        }
    }

    func testAQuestionToRememberAWordStaysUntilAnotherToastOrItsWithdrawal() {
        MainActor.assumeIsolated {
            adw_init()
            let toasts = Toasts()
            let isShown = { (text: String) in Self.texts(in: toasts.widget).contains(text) }
            var covers: [Bool] = []
            toasts.onCover = { covers.append($0) }
            toasts.offerToRemember("word?") {}
            toasts.withdraw(afterEdit: true)
            XCTAssertEqual(covers, [true])
            toasts.offerToRemember(nil) {}
            XCTAssertEqual(covers, [true, false])
            toasts.offerToRemember("word?") {}
            toasts.offer("Undo", "step") {}
            XCTAssertTrue(isShown("step"))
            // The question is gone already.
            toasts.offerToRemember(nil) {}
            XCTAssertEqual(covers.last, true)
            toasts.withdraw(afterEdit: true)
            XCTAssertEqual(covers.last, false)
        }
    }

    func testALongNameOfAPromptIsShortened() {
        MainActor.assumeIsolated {
            let button = CleanupButton()
            var widths: [Int32] = []
            for count in [60, 100] {
                button.show([.init("x", String(repeating: "w ", count: count / 2))])
                var width: Int32 = 0
                let content = gtk_popover_get_child(gtk_menu_button_get_popover(button.opaque))
                gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
                widths.append(width)
            }
            XCTAssertEqual(widths[0], widths[1])
        }
    }

    func testABannerOfTwoLinesIsNoHigherForALongText() {
        MainActor.assumeIsolated {
            let face = BannerFace(isWide: false, lines: 2)
            let heights = [20, 200].map { count in
                face.show(.init(String(repeating: "word ", count: count), tone: .warning))
                var height: Int32 = 0
                gtk_widget_measure(face.widget, GTK_ORIENTATION_VERTICAL, 300, &height, nil, nil, nil)
                return height
            }
            XCTAssertEqual(heights[0], heights[1])
        }
    }

    func testARowShowsEveryName() {
        MainActor.assumeIsolated {
            let row = EntryGroup.row(Self.text, Self.text + "?", icon: "x", isPressed: false)
            let texts = Self.texts(in: row.widget)
            XCTAssertTrue(texts.contains(Self.text) && texts.contains(Self.text + "?"), "\(texts)")
        }
    }

    func testEveryKindOfRowShowsEveryName() {
        MainActor.assumeIsolated {
            let rows: [any Widget] = [
                SwitchRow(\.showsTimestamps, Self.text, subtitle: Self.text + "?"),
                ChoiceRow(\.language, Self.text, subtitle: Self.text + "?"),
                NumberRow(\.silenceStop, Self.text, subtitle: Self.text + "?", step: 1),
                VolumeRow(
                    \.rhythm.clickVolume, isOn: \.rhythm.isClickOn, Self.text, subtitle: Self.text + "?"),
                ModelGroup(Self.text, description: Self.text + "?") { _ in [:] },
                EntryGroup(Self.text, description: Self.text + "?", icon: "x", addLabel: "x"),
            ]
            for row in rows {
                let texts = Self.texts(in: row.widget)
                XCTAssertTrue(texts.contains(Self.text) && texts.contains(Self.text + "?"), "\(type(of: row)) \(texts)")
            }
            let address = AddressRow(Self.text)
            XCTAssertTrue(Self.texts(in: address.entry.widget).contains(Self.text))
        }
    }

    func testABannerAndAnEmptyPageShowEveryName() {
        MainActor.assumeIsolated {
            let face = BannerFace(isWide: true)
            face.show(.init(Self.text, tone: .failure))
            XCTAssertTrue(Self.texts(in: face.widget).contains(Self.text))
            let page = Element(adw_status_page_new())
            adw_status_page_set_title(page.opaque, Self.text)
            page.reference.setStatusDescription(Self.text + "?")
            let texts = Self.texts(in: page.widget)
            XCTAssertTrue(texts.contains(Self.text) && texts.contains(Self.text + "?"), "\(texts)")
        }
    }

    @MainActor private static func texts(in widget: UnsafeMutablePointer<GtkWidget>?) -> [String] {
        guard let widget else {
            return []
        }
        var texts: [String] = []
        let object = UnsafeMutableRawPointer(widget)
        if g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), gtk_label_get_type()) != 0 {
            texts.append(String(cString: gtk_label_get_text(OpaquePointer(object))))
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            texts += self.texts(in: next)
            child = gtk_widget_get_next_sibling(next)
        }
        return texts
    }
}
