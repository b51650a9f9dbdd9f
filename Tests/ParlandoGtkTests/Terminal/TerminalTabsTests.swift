import CGtk
import ParlandoCore
import XCTest

@testable import ParlandoGtk
@testable import ParlandoPresenters

/// Real programs in several tabs.
final class TerminalTabsTests: WidgetTestCase {
    private static let (first, second) = (TerminalTabID(1), TerminalTabID(2))

    func testEachTabHasAProgramOfItsOwn() {
        MainActor.assumeIsolated {
            adw_init()
            let (panes, events) = (TerminalPanes(environment: ["PATH=/usr/bin:/bin"]), Events())
            panes.run(["/bin/bash", "-c", "read a; exit 3"], in: Self.first, for: events)
            panes.run(["/bin/bash", "-c", "read a; exit 4"], in: Self.second, for: events)
            panes.show(Self.second)
            XCTAssertTrue(waitUntil { events.have(.started, in: Self.first) && events.have(.started, in: Self.second) })
            panes[Self.first]?.terminal?.paste("x\n")
            XCTAssertTrue(waitUntil { events.end(in: Self.first) == .code(3) })
            XCTAssertNil(events.end(in: Self.second))
            panes[Self.second]?.terminal?.paste("x\n")
            XCTAssertTrue(waitUntil { events.end(in: Self.second) == .code(4) })
        }
    }

    func testAClosedTabEndsItsProgramAndNoOther() {
        MainActor.assumeIsolated {
            adw_init()
            let (panes, events) = (TerminalPanes(environment: ["PATH=/usr/bin:/bin"]), Events())
            let script = "trap 'echo hung up > $0; exit' HUP; printf '\\033]0;ready\\007'; while :; do sleep 0.1; done"
            let proof = "/tmp/parlando-\(getpid())-hangup"
            panes.run(["/bin/bash", "-c", script, proof], in: Self.first, for: events)
            panes.run(["/bin/bash", "-c", "printf '\\033]0;ready\\007'; read a"], in: Self.second, for: events)
            let isReady = waitUntil { [Self.first, Self.second].allSatisfy { events.have(.title("ready"), in: $0) } }
            XCTAssertTrue(isReady)
            panes.end(Self.first)
            XCTAssertTrue(waitUntil { access(proof, R_OK) == 0 })
            unlink(proof)
            XCTAssertNil(panes[Self.first])
            XCTAssertNil(events.end(in: Self.first))
            XCTAssertTrue(panes[Self.second]?.terminal?.isRunning == true)
            panes.end(Self.second)
        }
    }

    func testWhatAProgramWantsNoticedIsReported() {
        MainActor.assumeIsolated {
            adw_init()
            let (panes, events) = (TerminalPanes(environment: ["PATH=/usr/bin:/bin"]), Events())
            let script = "printf '\\033]0;a title\\007'; printf 'one\\007'; sleep 0.2; echo two; exit"
            panes.run(["/bin/bash", "-c", script], in: Self.first, for: events)
            XCTAssertTrue(waitUntil { events.end(in: Self.first) != nil })
            XCTAssertTrue(events.have(.title("a title"), in: Self.first))
            XCTAssertTrue(events.have(.rang, in: Self.first))
            // Once is enough while nobody looks.
            XCTAssertEqual(events.list.filter { $0.event == .wrote }.count, 1)
        }
    }

    func testTextThatWasTypedInOneTabIsNotInAnother() {
        MainActor.assumeIsolated {
            adw_init()
            let page = TerminalPage(environment: [:])
            var state = TerminalViewState()
            state.isPreviewEditable = true
            page.render(state)
            let former = page.foot.preview
            let buffer = gtk_text_view_get_buffer(former.text.reference.cast())
            gtk_text_buffer_set_text(buffer, "for the first", -1)
            (state.tabs, state.front) = (Self.tabs(2), Self.second)
            page.render(state)
            XCTAssertFalse(page.foot.preview === former)
            let other = gtk_text_view_get_buffer(page.foot.preview.text.reference.cast())
            XCTAssertEqual(other?.text, "")
            XCTAssertEqual(gtk_text_buffer_get_can_undo(other), 0)
            XCTAssertNil(gtk_widget_get_parent(former.widget))
            XCTAssertEqual(page.foot.previews.tab(of: former.text), Self.first)
            state.front = Self.first
            page.render(state)
            XCTAssertTrue(page.foot.preview === former)
            (state.tabs, state.front) = ([Self.tabs(2)[1]], Self.second)
            page.render(state)
            XCTAssertNil(page.foot.previews.tab(of: former.text))
        }
    }

    func testTheTabBarIsThereForSeveralTabsAndFollowsThem() {
        MainActor.assumeIsolated {
            adw_init()
            let strip = TabStrip()
            strip.show(Self.tabs(1), front: Self.first)
            XCTAssertFalse(strip.isVisible)
            strip.show(Self.tabs(3), front: Self.second)
            XCTAssertTrue(strip.isVisible)
            XCTAssertEqual(Self.titles(in: strip), ["tab 1", "tab 2", "tab 3"])
            strip.show(Self.tabs(3).reversed(), front: Self.second)
            XCTAssertEqual(Self.titles(in: strip), ["tab 3", "tab 2", "tab 1"])
            strip.show([Self.tabs(3)[0], Self.tabs(3)[2]], front: Self.first)
            XCTAssertEqual(Self.titles(in: strip), ["tab 1", "tab 3"])
        }
    }

    func testTheTabInFrontIsScrolledIntoView() {
        MainActor.assumeIsolated {
            adw_init()
            let (strip, window) = (TabStrip(), Element(gtk_window_new()))
            gtk_window_set_default_size(window.reference.cast(), 360, 100)
            gtk_window_set_child(window.reference.cast(), strip.widget)
            gtk_window_present(window.reference.cast())
            for count in 2...9 {
                strip.show(Self.tabs(count), front: TerminalTabID(count))
            }
            XCTAssertTrue(waitUntil { Self.isInView(TerminalTabID(9), in: strip) })
            strip.show(Self.tabs(9), front: Self.first)
            XCTAssertTrue(waitUntil { Self.isInView(Self.first, in: strip) })
            XCTAssertFalse(Self.isInView(TerminalTabID(9), in: strip))
            gtk_window_destroy(window.reference.cast())
        }
    }

    @MainActor private static func isInView(_ tab: TerminalTabID, in strip: TabStrip) -> Bool {
        let title = everyWidget(in: strip.widget).first {
            typeName($0) == "GtkLabel" && String(cString: gtk_label_get_text(OpaquePointer($0))) == "tab \(tab.number)"
        }
        var bounds = graphene_rect_t()
        guard let title, gtk_widget_compute_bounds(title, strip.widget, &bounds) != 0, bounds.size.width > 0 else {
            return false
        }
        return bounds.origin.x >= 0 && bounds.origin.x + bounds.size.width <= Float(gtk_widget_get_width(strip.widget))
    }

    @MainActor private static func tabs(_ count: Int) -> [TerminalViewState.Tab] {
        (1...count).map { .init(id: TerminalTabID($0), title: "tab \($0)", name: "tab \($0)", mark: .none) }
    }

    @MainActor private static func titles(in strip: TabStrip) -> [String] {
        everyWidget(in: strip.widget).filter { typeName($0) == "GtkLabel" }
            .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
    }
}

@MainActor private final class Events: TerminalWidgetDelegate {
    private(set) var list: [(tab: TerminalTabID, event: TerminalEvent)] = []

    func have(_ event: TerminalEvent, in tab: TerminalTabID) -> Bool {
        list.contains { $0.tab == tab && $0.event == event }
    }

    func end(in tab: TerminalTabID) -> TerminalExit? {
        for case (tab, .ended(let exit, _)) in list {
            return exit
        }
        return nil
    }

    func terminalWidget(in tab: TerminalTabID, didReport event: TerminalEvent) {
        list.append((tab, event))
    }

    func terminalWidget(in tab: TerminalTabID, hasFocus: Bool) {}
}

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
            Self.set("gtk-enable-animations", to: false)
            let button = VoiceButton()
            button.show(isRecording: true)
            XCTAssertFalse(button.hasClass("pulsing"))
            Self.set("gtk-enable-animations", to: true)
        }
    }
}

extension Widget {
    fileprivate func hasClass(_ name: String) -> Bool {
        gtk_widget_has_css_class(widget, name) != 0
    }
}
