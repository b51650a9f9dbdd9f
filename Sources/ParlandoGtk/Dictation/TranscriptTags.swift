import CGtk
import CGtkShim
import ParlandoPresenters

/// Text tags for the styles of transcript text. Their colours come from the theme and are updated when it changes.
@MainActor final class TranscriptTags {
    private let buffer: Reference
    private let interim: UnsafeMutablePointer<GtkTextTag>
    private let doubtful: UnsafeMutablePointer<GtkTextTag>
    private let timestamp: UnsafeMutablePointer<GtkTextTag>

    init(buffer: Reference) {
        self.buffer = buffer
        interim = parlando_interim_tag(buffer.cast())
        doubtful = parlando_doubtful_tag(buffer.cast())
        timestamp = parlando_timestamp_tag(buffer.cast())
    }

    func tag(for style: DictationViewState.Run.Style) -> UnsafeMutablePointer<GtkTextTag>? {
        switch style {
        case .final: nil
        case .interim: interim
        case .doubtful: doubtful
        case .timestamp: timestamp
        }
    }

    /// Updates the colours from the widget's theme when the widget is realised and whenever the theme changes.
    func follow(_ view: some Widget & AnyObject) {
        let style = Reference(adw_style_manager_get_default())
        for signal in ["notify::dark", "notify::high-contrast"] {
            style.connect(signal) { [weak self, weak view] in
                if let view {
                    self?.mix(for: view)
                }
            }
        }
        view.reference.connect("realize") { [weak self, weak view] in
            if let view {
                self?.mix(for: view)
            }
        }
    }

    private func mix(for view: some Widget) {
        var text = GdkRGBA()
        let context = gtk_widget_get_style_context(view.widget)
        gtk_style_context_get_color(context, &text)
        let isHighContrast = adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
        var dimmed = text
        dimmed.alpha *= isHighContrast ? 0.85 : 0.62
        parlando_tag_set_foreground(interim, &dimmed)
        parlando_tag_set_foreground(timestamp, &dimmed)
        var line = dimmed
        let warning = "warning_color"  // colour of libadwaita's palette
        gtk_style_context_lookup_color(context, warning, &line)
        parlando_tag_set_underline(doubtful, &line)
    }

    /// Returns the text of the buffer, including timestamps.
    func text() -> String {
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        return buffer.text
    }

    /// Returns the text of the buffer without timestamps.
    func textWithoutTimestamps() -> String {
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
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

    /// Returns the offset that a place in the buffer has in the text without timestamps, in characters.
    func position(of place: GtkTextIter) -> Int {
        var place = place
        let end = Int(gtk_text_iter_get_offset(&place))
        return timestamps(before: end).reduce(end) { $0 - $1.count }
    }

    /// Converts an offset in the text without timestamps, in characters, to a position in the buffer, which contains
    /// the timestamps.
    func place(of position: Int) -> GtkTextIter {
        var offset = position
        for stamp in timestamps(before: Int.max) {
            guard stamp.lowerBound <= offset else {
                break
            }
            offset += stamp.count
        }
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &place, Int32(clamping: offset))
        return place
    }

    func isDoubtful(at place: GtkTextIter) -> Bool {
        var place = place
        return gtk_text_iter_has_tag(&place, doubtful) != 0
    }

    /// Marks the doubtful words of a paragraph that is already in the buffer, and unmarks its other words.
    ///
    /// - Parameter start: offset of the paragraph in the buffer, in characters.
    func markDoubtful(_ runs: [DictationViewState.Run], from start: Int) {
        var offset = start
        for run in runs {
            var from = GtkTextIter()
            var to = GtkTextIter()
            gtk_text_buffer_get_iter_at_offset(buffer.cast(), &from, Int32(offset))
            offset += run.text.unicodeScalars.count
            gtk_text_buffer_get_iter_at_offset(buffer.cast(), &to, Int32(offset))
            if run.style == .doubtful {
                gtk_text_buffer_apply_tag(buffer.cast(), doubtful, &from, &to)
            } else {
                gtk_text_buffer_remove_tag(buffer.cast(), doubtful, &from, &to)
            }
        }
    }

    /// Returns the ranges of the timestamps that begin before an offset, in order, in characters. A timestamp that
    /// extends beyond the offset is cut off there.
    private func timestamps(before end: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer.cast(), &place)
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
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        var place = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer, &place)
        repeat {
            if gtk_text_iter_starts_tag(&place, timestamp) != 0, gtk_text_iter_starts_line(&place) == 0 {
                return false
            }
        } while gtk_text_iter_forward_to_tag_toggle(&place, timestamp) != 0
        return true
    }
}
