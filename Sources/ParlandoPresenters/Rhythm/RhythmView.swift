public import ParlandoCore

/// What the results page offers.
public enum RhythmResultsPress: Sendable, Equatable {
    /// The same exercise once more.
    case again
    /// Back to the choices.
    case change
    /// Back to the beginning.
    case done
}

/// What can have the keyboard's focus when the page changes.
public enum RhythmFocus: Sendable, Equatable {
    case button
    case choices
    case results
}

/// What the user did on the rhythm page.
@MainActor public protocol RhythmViewDelegate: AnyObject {
    func rhythmViewDidPressButton(_ view: any RhythmView)
    func rhythmViewDidPressPause(_ view: any RhythmView)
    /// Enter, where nothing else takes it: begins, or goes on after a pause.
    func rhythmViewDidPressEnter(_ view: any RhythmView)
    /// Escape: ends what is going on.
    func rhythmViewDidPressEscape(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didSetTempo beatsPerMinute: Double)
    /// Plus and minus: so many beats per minute more.
    func rhythmView(_ view: any RhythmView, didStepTempo beatsPerMinute: Double)
    /// One tap of those that give the tempo; `stamp` as for a stroke.
    func rhythmView(_ view: any RhythmView, didTapTempoAt stamp: UInt32, received: HostTime)
    func rhythmView(_ view: any RhythmView, didChooseInput input: RhythmInput)
    func rhythmView(_ view: any RhythmView, didChooseSource id: String)
    func rhythmView(_ view: any RhythmView, didChoosePattern id: Pattern.ID)
    func rhythmViewDidPressRemovePattern(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didChooseDifficulty id: String)
    func rhythmView(_ view: any RhythmView, didChooseBars id: String)
    /// A key, button or finger went down. `stamp` is the display server's time of it in milliseconds, 0 when it has
    /// none; `received` is when the program got it.
    func rhythmView(_ view: any RhythmView, didStrikeAt stamp: UInt32, received: HostTime)
    func rhythmView(_ view: any RhythmView, didPress action: PageAction.Kind)
    func rhythmViewDidPressCancelProgress(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didPress button: RhythmResultsPress)
    /// A frame is being made that will be seen at that moment.
    func rhythmView(_ view: any RhythmView, willShowFrameAt time: HostTime)
    /// Another window came to the front, or another page.
    func rhythmViewDidLeaveFront(_ view: any RhythmView)
}

/// A page that can show the state, and nothing more.
@MainActor public protocol RhythmView: AnyObject {
    var delegate: (any RhythmViewDelegate)? { get set }
    func render(_ state: RhythmViewState)
    /// Draws only what follows the beat.
    func render(_ position: RhythmPosition)
    /// A short message that goes away by itself.
    func showToast(_ text: String)
    /// Opens the preferences, at the part that is named.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: RhythmFocus)
}
