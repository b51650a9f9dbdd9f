import CGtk
import CGtkShim
import CVte
import ParlandoCore
import ParlandoPresenters

/// Is told what happens in the terminal of a tab.
@MainActor protocol TerminalWidgetDelegate: AnyObject {
    func terminalWidget(in tab: TerminalTabID, didReport event: TerminalEvent)
    func terminalWidget(in tab: TerminalTabID, hasFocus: Bool)
}

/// VTE's widget running one program. The only file that uses it.
@MainActor final class TerminalWidget: Widget {
    weak var delegate: (any TerminalWidgetDelegate)?

    let reference: Reference
    private let tab: TerminalTabID
    private let environment: [String]
    private var process: TerminalProcess?
    /// Character cells that were last set for the pseudo-terminal.
    private var told = (rows: 0, columns: 0)
    private var isRaw = false
    /// Whether output was reported since the terminal was last visible.
    private var isOutputTold = false

    init(_ tab: TerminalTabID, environment: [String]) {
        self.tab = tab
        self.environment = environment
        reference = Reference(vte_terminal_new())
        vte_terminal_set_allow_hyperlink(terminal, 1)
        vte_terminal_set_scroll_on_keystroke(terminal, 1)
        vte_terminal_set_scroll_on_output(terminal, 0)
        vte_terminal_set_mouse_autohide(terminal, 1)
        vte_terminal_set_audible_bell(terminal, 0)
        vte_terminal_set_bold_is_bright(terminal, 0)
        // VTE cannot ask the terminal for its erase character, because it does not own the pseudo-terminal.
        vte_terminal_set_backspace_binding(terminal, VTE_ERASE_ASCII_DELETE)
        vte_terminal_set_delete_binding(terminal, VTE_ERASE_DELETE_SEQUENCE)
        expand(horizontal: true, vertical: true)
        findLinks()
        connect()
    }

    private var terminal: UnsafeMutablePointer<VteTerminal> {
        reference.cast()
    }

    private func connect() {
        reference.connectBytes("commit") { [weak self] bytes in self?.didCommit(bytes) }
        reference.connect("notify::has-focus") { [weak self] in
            if let self {
                delegate?.terminalWidget(in: tab, hasFocus: gtk_widget_has_focus(widget) != 0)
            }
        }
        reference.connect("contents-changed") { [weak self] in self?.didChange() }
        reference.connect("map") { [weak self] in self?.isOutputTold = false }
        reference.connect("bell") { [weak self] in self?.report(.rang) }
        reference.connect("window-title-changed") { [weak self] in
            if let self {
                let title = vte_terminal_get_window_title(terminal)
                report(.title(title.map { String(cString: $0) } ?? ""))
            }
        }
        reference.connect("increase-font-size") { [weak self] in self?.zoom(by: 1.2) }
        reference.connect("decrease-font-size") { [weak self] in self?.zoom(by: 1 / 1.2) }
    }

    /// VTE itself would wait 15 ms for more output before drawing.
    private func didChange() {
        if process?.isCalm == true {
            redraw()
        }
    }

    private func didCommit(_ bytes: UnsafeRawBufferPointer) {
        process?.write(bytes)
        report(.typed)
    }

    private func report(_ event: TerminalEvent) {
        delegate?.terminalWidget(in: tab, didReport: event)
    }
}

// MARK: - Program
extension TerminalWidget {
    var isRunning: Bool {
        process?.isRunning ?? false
    }

    /// The delegate is told whether the program has started.
    ///
    /// - Parameter command: a program, looked up in PATH, with its arguments.
    func run(_ command: [String]) {
        isRaw = false
        if process != nil {
            // Modes set by an earlier program must end with it: mouse reports, bracketed paste, the alternate screen.
            // Its lines stay: VTE's reset would leave the alternate screen only if it also cleared them.
            vte_terminal_reset(terminal, 1, 0)
            // The title is cleared too, so that VTE reports the title of the next program even if it is the same.
            vte_terminal_feed(terminal, "\u{1B}[?1047l\u{1B}]0;\u{7}", -1)
        }
        let process = TerminalProcess()
        process.delegate = self
        self.process = process
        process.start(command, environment: environment, rows: rows, columns: columns)
    }

    /// With SIGHUP.
    func hangUp() {
        process?.hangUp()
        process = nil
    }

    var isBusy: Bool {
        process?.isBusy ?? false
    }

    var input: TerminalInput {
        process?.input ?? TerminalInput()
    }

    /// Also scrolls to the bottom, where the text appears.
    func paste(_ text: String) {
        let lines = gtk_scrollable_get_vadjustment(reference.opaque)
        gtk_adjustment_set_value(lines, gtk_adjustment_get_upper(lines) - gtk_adjustment_get_page_size(lines))
        process?.paste(text)
    }

    private var rows: Int { Int(vte_terminal_get_row_count(terminal)) }
    private var columns: Int { Int(vte_terminal_get_column_count(terminal)) }

    func tellSize() {
        let size = (rows: rows, columns: columns)
        if size != told {
            told = size
            process?.resize(rows: size.rows, columns: size.columns)
        }
    }
}

extension TerminalWidget: TerminalProcessDelegate {
    func terminalProcessDidStart(_ process: TerminalProcess) {
        report(.started)
    }

    func terminalProcess(_ process: TerminalProcess, didFailToStart detail: String) {
        report(.notStarted(detail: detail))
    }

    func terminalProcess(_ process: TerminalProcess, didWrite bytes: UnsafeRawBufferPointer) {
        vte_terminal_feed(terminal, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), gssize(bytes.count))
        if process.isCalm {
            _ = parlando_hasten_terminals()
        }
        // Mode changes are not signalled, but a program that changes the mode writes something soon after.
        if !isRaw, !process.input.readsLines {
            isRaw = true
            report(.connected)
        }
        if !isOutputTold, gtk_widget_get_mapped(widget) == 0 {
            isOutputTold = true
            report(.wrote)
        }
    }

    func terminalProcess(_ process: TerminalProcess, didChange input: TerminalInput) {
        report(.input(input))
    }

    func terminalProcess(_ process: TerminalProcess, didEnd exit: TerminalExit) {
        report(.ended(exit, said: process.lastWords))
    }
}

// MARK: - Copy, paste, links
extension TerminalWidget {
    /// Web addresses in plain text. Punctuation and closing brackets at the end do not count.
    private static let addresses = #"https?://[^\s<>"'`\x{1b}]*[^\s<>"'`\x{1b}.,;:!?)\]}]"#

    private func findLinks() {
        let flags = UInt32(PCRE2_UTF) | UInt32(PCRE2_NO_UTF_CHECK) | UInt32(PCRE2_MULTILINE) | UInt32(PCRE2_CASELESS)
        guard let regex = vte_regex_new_for_match(Self.addresses, -1, flags, nil) else {
            return
        }
        let tag = vte_terminal_match_add_regex(terminal, regex, 0)
        vte_terminal_match_set_cursor_name(terminal, tag, "pointer")
        vte_regex_unref(regex)
    }

    /// A link set by the program, or a web address in the text.
    func link(atX x: Double, y: Double) -> String? {
        guard
            let found = vte_terminal_check_hyperlink_at(terminal, x, y)
                ?? vte_terminal_check_match_at(terminal, x, y, nil)
        else {
            return nil
        }
        defer { g_free(found) }
        return String(cString: found)
    }

    var hasSelection: Bool {
        vte_terminal_get_has_selection(terminal) != 0
    }

    func copy() {
        if hasSelection {
            vte_terminal_copy_clipboard_format(terminal, VTE_FORMAT_TEXT)
        }
    }

    /// Unfiltered, because the user chose its content.
    func pasteClipboard() {
        vte_terminal_paste_clipboard(terminal)
    }

    func selectAll() {
        vte_terminal_select_all(terminal)
    }
}

// MARK: - Search
extension TerminalWidget {
    /// Selects the next occurrence and scrolls to it, at the end from the other end on. VTE finds only one in each
    /// line. Returns whether the text occurs.
    func find(_ search: TerminalSearch) -> Bool {
        let usual = UInt32(PCRE2_UTF) | UInt32(PCRE2_NO_UTF_CHECK) | UInt32(PCRE2_MULTILINE)
        let flags = search.isCaseSensitive ? usual : usual | UInt32(PCRE2_CASELESS)
        // VTE crashes if it selects text before its widget is on the screen.
        guard gtk_widget_get_realized(widget) != 0,
            let regex = vte_regex_new_for_search(search.pattern, -1, flags, nil)
        else {
            return false
        }
        vte_terminal_search_set_regex(terminal, regex, 0)
        vte_regex_unref(regex)
        vte_terminal_search_set_wrap_around(terminal, 1)
        if search.isNew {
            // VTE begins at the selection.
            vte_terminal_unselect_all(terminal)
        }
        return switch search.direction {
        case .up: vte_terminal_search_find_previous(terminal) != 0
        case .down: vte_terminal_search_find_next(terminal) != 0
        }
    }

    func endSearch() {
        vte_terminal_search_set_regex(terminal, nil, 0)
    }
}

// MARK: - Appearance
extension TerminalWidget {
    /// - Parameter font: a Pango font description.
    func setFont(_ font: String) {
        let description = pango_font_description_from_string(font)
        vte_terminal_set_font(terminal, description)
        pango_font_description_free(description)
    }

    func setScrollback(_ lines: Int) {
        vte_terminal_set_scrollback_lines(terminal, lines)
    }

    func setColours(_ colours: TerminalColours) {
        var (foreground, background, palette) = (colours.foreground, colours.background, colours.palette)
        vte_terminal_set_colors(terminal, &foreground, &background, &palette, gsize(palette.count))
    }

    func zoom(by factor: Double) {
        let scale = vte_terminal_get_font_scale(terminal) * factor
        vte_terminal_set_font_scale(terminal, min(max(scale, 0.4), 5))
    }

    func zoomToUsual() {
        vte_terminal_set_font_scale(terminal, 1)
    }
}
