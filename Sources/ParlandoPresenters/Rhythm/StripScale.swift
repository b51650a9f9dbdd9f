import ParlandoCore

/// Computes positions on the strip that shows deviations from early to late.
enum StripScale {
    /// Deviation at the ends of the strip, in seconds. Larger deviations are drawn at the end.
    static let reach = 0.15

    static func mark(_ verdict: Verdict) -> RhythmViewState.StripMark {
        let offset = (verdict.deviation ?? 0) / reach
        return .init(offset: min(max(offset, -1), 1), grade: verdict.grade)
    }

    static func labels(_ strokes: [Verdict]) -> RhythmViewState.StripLabels {
        var labels = RhythmViewState.StripLabels()
        labels.early = tr("Early")
        labels.late = tr("Late")
        let last = strokes.suffix(4).compactMap(\.deviation).map(Quantities.signedMilliseconds)
        labels.spoken =
            last.isEmpty
            ? tr("Recent timing: nothing yet")
            : tr("Recent timing: {list}", ["list": last.joined(separator: ", ")])
        return labels
    }
}
