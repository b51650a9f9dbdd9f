import CGtk
import CGtkShim
import ParlandoPresenters

/// Text tags of the styles, in the colours of the theme.
@MainActor final class TranscriptTags {
    private let view: EditedText
    private let interim: UnsafeMutablePointer<GtkTextTag>
    private let doubtful: UnsafeMutablePointer<GtkTextTag>
    private let timestamp: UnsafeMutablePointer<GtkTextTag>

    init(_ view: EditedText) {
        self.view = view
        interim = parlando_interim_tag(view.buffer)
        doubtful = parlando_doubtful_tag(view.buffer)
        timestamp = parlando_timestamp_tag(view.buffer)
        view.onTheme { [weak self] in self?.mix() }
    }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer> {
        view.buffer
    }

    func tag(for style: DictationViewState.Run.Style) -> UnsafeMutablePointer<GtkTextTag>? {
        switch style {
        case .final: nil
        case .interim: interim
        case .doubtful: doubtful
        case .timestamp: timestamp
        }
    }

    private func mix() {
        var text = GdkRGBA()
        let context = gtk_widget_get_style_context(view.widget)
        gtk_style_context_get_color(context, &text)
        let isHighContrast = adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
        var dimmed = text
        dimmed.alpha *= isHighContrast ? 0.85 : 0.75
        parlando_tag_set_colour(interim, "foreground-rgba", &dimmed)
        parlando_tag_set_colour(timestamp, "foreground-rgba", &dimmed)
        var line = dimmed
        let warning = "warning_color"  // colour of libadwaita's palette
        gtk_style_context_lookup_color(context, warning, &line)
        parlando_tag_set_colour(doubtful, "underline-rgba", &line)
    }

    func textWithoutTimestamps() -> String {
        var from = GtkTextIter()
        var end = GtkTextIter()
        gtk_text_buffer_get_bounds(buffer, &from, &end)
        var result = ""
        while gtk_text_iter_is_end(&from) == 0 {
            let isTime = gtk_text_iter_has_tag(&from, timestamp) != 0
            var to = from
            gtk_text_iter_forward_to_tag_toggle(&to, timestamp)
            if !isTime {
                result += buffer.text(&from, &to)
            }
            from = to
        }
        return result
    }

    /// Returns the offset in the text without timestamps, in characters.
    func position(of place: GtkTextIter) -> Int {
        var place = place
        let end = Int(gtk_text_iter_get_offset(&place))
        return timestamps(before: end).reduce(end) { $0 - $1.count }
    }

    /// Returns the place in the buffer for an offset that does not count timestamps.
    func place(of position: Int) -> GtkTextIter {
        view.place(of: inBuffer([position..<position])[0].lowerBound)
    }

    /// Returns the ranges of the buffer for ranges of the text without timestamps, which are in order.
    func inBuffer(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var stamps = (ranges.isEmpty ? [] : timestamps(before: Int.max))[...]
        var shift = 0
        return ranges.map { range in
            while let stamp = stamps.first, stamp.lowerBound <= range.lowerBound + shift {
                shift += stamp.count
                stamps = stamps.dropFirst()
            }
            return range.lowerBound + shift..<range.upperBound + shift
        }
    }

    func isDoubtful(at place: GtkTextIter) -> Bool {
        var place = place
        return gtk_text_iter_has_tag(&place, doubtful) != 0
    }

    /// Marks the doubtful words of a paragraph in the buffer, and unmarks the others.
    func markDoubtful(_ runs: [DictationViewState.Run], from start: Int) {
        var offset = start
        for run in runs {
            var from = view.place(of: offset)
            offset += run.text.unicodeScalars.count
            var to = view.place(of: offset)
            if run.style == .doubtful {
                gtk_text_buffer_apply_tag(buffer, doubtful, &from, &to)
            } else {
                gtk_text_buffer_remove_tag(buffer, doubtful, &from, &to)
            }
        }
    }

    /// Returns the ranges of the timestamps that begin before an offset, in order, in characters. A timestamp that
    /// extends beyond the offset is cut off there.
    private func timestamps(before end: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer, &place)
        repeat {
            let start = Int(gtk_text_iter_get_offset(&place))
            guard start < end else {
                break
            }
            if gtk_text_iter_starts_tag(&place, timestamp) != 0 {
                var last = place
                gtk_text_iter_forward_to_tag_toggle(&last, timestamp)
                ranges.append(start..<min(end, Int(gtk_text_iter_get_offset(&last))))
            }
        } while gtk_text_iter_forward_to_tag_toggle(&place, timestamp) != 0
        return ranges
    }

    /// Whether each timestamp is at the beginning of a line.
    var areTimesAtLineStarts: Bool {
        timestamps(before: Int.max).allSatisfy { stamp in
            var place = view.place(of: stamp.lowerBound)
            return gtk_text_iter_starts_line(&place) != 0
        }
    }
}

/// Reads and moves the cursor. A place is a distance from the end of its line, so it stays right when text before it
/// changes.
extension EditedText {
    struct LinePlace {
        let line: Int32
        let charactersLeft: Int32
    }

    var cursorPlace: LinePlace {
        var cursor = self.cursor
        let line = gtk_text_iter_get_line(&cursor)
        let offset = gtk_text_iter_get_line_offset(&cursor)
        Self.moveToLineEnd(&cursor)
        return LinePlace(line: line, charactersLeft: gtk_text_iter_get_line_offset(&cursor) - offset)
    }

    func moveCursor(to place: LinePlace) {
        var cursor = GtkTextIter()
        gtk_text_buffer_get_iter_at_line(buffer, &cursor, place.line)
        Self.moveToLineEnd(&cursor)
        let length = gtk_text_iter_get_line_offset(&cursor)
        gtk_text_iter_set_line_offset(&cursor, max(0, length - place.charactersLeft))
        gtk_text_buffer_place_cursor(buffer, &cursor)
    }

    /// Also scrolls there.
    func moveCursor(toOffset offset: Int) {
        var cursor = place(of: offset)
        gtk_text_buffer_place_cursor(buffer, &cursor)
        gtk_text_view_scroll_mark_onscreen(reference.cast(), gtk_text_buffer_get_insert(buffer))
    }

    private static func moveToLineEnd(_ iter: inout GtkTextIter) {
        if gtk_text_iter_ends_line(&iter) == 0 {
            gtk_text_iter_forward_to_line_end(&iter)
        }
    }
}

/// Recognises clicks, as opposed to drags that select text. The text view still receives them.
@MainActor final class TextPress {
    /// Maximum distance between press and release, in application pixels.
    private static let slip = 6.0

    private var begin: (x: Double, y: Double)?
    private var place: (x: Double, y: Double)?

    /// Runs `body` after each click, once the widget has handled it.
    init(on widget: any Widget, _ body: @escaping @MainActor ((x: Double, y: Double)) -> Void) {
        widget.onPress(button: 1) { [weak self] x, y, _ in
            self?.place = (x, y)
            return false
        }
        widget.onEvent(GTK_PHASE_CAPTURE) { [weak self] event in
            if let place = self?.released(event) {
                Task { body(place) }
            }
            return false
        }
    }

    /// Returns the place of the click that the event completes.
    private func released(_ event: OpaquePointer) -> (x: Double, y: Double)? {
        switch gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS:
            begin = gdk_button_event_get_button(event) == 1 ? Self.place(of: event) : nil
            return nil
        case GDK_BUTTON_RELEASE:
            defer { (begin, place) = (nil, nil) }
            guard let begin, let end = Self.place(of: event), abs(end.x - begin.x) < Self.slip,
                abs(end.y - begin.y) < Self.slip
            else {
                return nil
            }
            return place
        default:
            return nil
        }
    }

    private static func place(of event: OpaquePointer) -> (x: Double, y: Double)? {
        var place = (x: 0.0, y: 0.0)
        return gdk_event_get_position(event, &place.x, &place.y) != 0 ? place : nil
    }
}
