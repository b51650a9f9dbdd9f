import CGtk
import Foundation
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// What pages declare: their keys, their buttons, and their place in the shortcuts window.
final class PageCommandsTests: WidgetTestCase {
    func testEveryButtonWithOnlyAnIconHasATooltip() {
        MainActor.assumeIsolated {
            let pages = AllPages()
            pages.fill()
            for page in pages.list {
                let icons = everyWidget(in: page.root.widget).filter { Self.isIconButton($0) }
                XCTAssertGreaterThan(icons.count, 1, page.name)
                for button in icons {
                    let icon = gtk_button_get_icon_name(
                        UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkButton.self))
                    let tooltip = gtk_widget_get_tooltip_text(button).map { String(cString: $0) } ?? ""
                    XCTAssertFalse(tooltip.isEmpty, "\(page.name): \(icon.map { String(cString: $0) } ?? "")")
                }
            }
        }
    }

    func testAButtonShowsTheKeyThatDoesTheSame() {
        MainActor.assumeIsolated {
            let pages = AllPages()
            pages.fill()
            let keys = PageKeys(Application(id: "io.github.parlando.Test", version: ""), pages.list)
            keys.apply(front: pages.dictation, isInTerminal: false)
            for page in pages.list {
                let buttons = page.commands.all.filter { $0.button != nil }
                XCTAssertGreaterThan(buttons.count, 1, page.name)
                for command in buttons {
                    XCTAssertTrue(Self.tooltip(command).hasSuffix(")"), "\(page.name): \(Self.tooltip(command))")
                }
            }
            let copy = pages.dictation.commands.all.first { $0.action == "copy" }
            XCTAssertEqual(copy.map { Self.tooltip($0) }, "Copy (Shift+Ctrl+C)")
            // Another state leaves the key where it is.
            let record = pages.dictation.commands.all.first { $0.action == SharedKey.toggle.action }
            XCTAssertEqual(record.map { Self.tooltip($0) }, "Закончить (Ctrl+R)")
            pages.dictation.render(DictationViewState())
            keys.apply(front: pages.terminal, isInTerminal: true)
            let voice = pages.terminal.commands.all.first { $0.action == SharedKey.toggle.action }
            XCTAssertEqual(voice.map { Self.tooltip($0) }, "Закончить (Shift+Ctrl+R)")
        }
    }

    func testNoKeyOfAPageMeansTwoThings() {
        MainActor.assumeIsolated {
            let shared = SharedKey.allCases.map { ($0.action, $0.keys) }
            for page in AllPages().list {
                let own = page.commands.all.compactMap { command in command.action.map { ($0, command.keys) } }
                var meanings: [String: Set<String>] = [:]
                for (action, keys) in own + shared {
                    keys.forEach { meanings[$0, default: []].insert(action) }
                }
                let doubtful = meanings.filter { $0.value.count > 1 }
                XCTAssertTrue(doubtful.isEmpty, "\(page.name): \(doubtful)")
            }
        }
    }

    func testOnlyACtrlLetterNeedsShiftInATerminal() {
        MainActor.assumeIsolated {
            let application = Application(id: "io.github.parlando.Test", version: "")
            application.leaveKeys(toTerminal: true)
            XCTAssertEqual(application.label(of: "<Control>r"), "Shift+Ctrl+R")
            XCTAssertEqual(application.label(of: "<Control>0"), "Ctrl+0")
            application.leaveKeys(toTerminal: false)
            XCTAssertEqual(application.label(of: "<Control>r"), "Ctrl+R")
        }
    }

    func testCtrlShiftWClosesATabAndNotTheWindowBesideATerminal() {
        MainActor.assumeIsolated {
            XCTAssertEqual(Application.keys(["<Control>w"], for: "window.close", besideTerminal: false), ["<Control>w"])
            XCTAssertEqual(Application.keys(["<Control>w"], for: "window.close", besideTerminal: true), [])
            XCTAssertEqual(
                Application.keys(["<Control>q"], for: "app.quit", besideTerminal: true), ["<Control><Shift>q"])
            let close = AllPages().terminal.commands.all.first { $0.action == "close-tab" }
            XCTAssertEqual(close?.keys, ["<Control><Shift>w"])
        }
    }

    func testTheShortcutsWindowListsThePagesInTheirOrder() {
        MainActor.assumeIsolated {
            let pages = AllPages().list
            let interface = ShortcutsWindow.interface(pages)
            let builder = Reference(owned: gtk_builder_new_from_string(interface, -1))
            XCTAssertNotNil(gtk_builder_get_object(builder.opaque, "shortcuts"))
            let places = pages.map { interface.range(of: ">\($0.name)<")?.lowerBound }
            XCTAssertFalse(places.contains(nil))
            XCTAssertEqual(places.compactMap { $0 }, places.compactMap { $0 }.sorted())
            XCTAssertTrue(interface.contains(">Captions<"))
            for title in pages.flatMap({ $0.commands.all }).compactMap({ $0.title }) {
                XCTAssertTrue(interface.contains(">\(title)<"), title)
            }
        }
    }

    @MainActor private static func isIconButton(_ widget: WidgetPointer) -> Bool {
        ["GtkButton", "GtkToggleButton"].contains(typeName(widget))
            && !everyWidget(in: widget).contains { typeName($0) == "GtkLabel" }
            && !isPartOfSpinButton(widget)
    }

    /// The plus and minus of a number are buttons of GTK.
    @MainActor private static func isPartOfSpinButton(_ widget: WidgetPointer) -> Bool {
        gtk_widget_get_parent(widget).map { typeName($0) == "GtkSpinButton" } ?? false
    }

    @MainActor private static func tooltip(_ command: Command) -> String {
        command.button.flatMap { gtk_widget_get_tooltip_text($0.widget) }.map { String(cString: $0) } ?? ""
    }
}
