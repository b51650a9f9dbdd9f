public import ParlandoCore

/// The buttons of the results page.
public enum RhythmResultsPress: Sendable, Equatable {
    /// Repeats the same exercise.
    case again
    /// Returns to the choices.
    case change
    /// Returns to the start page.
    case done
}

/// A part of the page that can receive the keyboard focus.
public enum RhythmFocus: Sendable, Equatable {
    case button
    case choices
    case results
}

/// Receives the user's actions on the rhythm page.
@MainActor public protocol RhythmViewDelegate: AnyObject {
    func rhythmViewDidPressButton(_ view: any RhythmView)
    func rhythmViewDidPressPause(_ view: any RhythmView)
    /// Enter, unless a widget handles it. Starts, or resumes after a pause.
    func rhythmViewDidPressEnter(_ view: any RhythmView)
    /// Escape, which ends the current activity.
    func rhythmViewDidPressEscape(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didSetTempo beatsPerMinute: Double)
    /// Plus or minus, which changes the tempo by this many beats per minute.
    func rhythmView(_ view: any RhythmView, didStepTempo beatsPerMinute: Double)
    /// The user tapped once to set the tempo. `stamp` is defined as for a stroke.
    func rhythmView(_ view: any RhythmView, didTapTempoAt stamp: UInt32, received: HostTime)
    func rhythmView(_ view: any RhythmView, didChooseInput input: RhythmInput)
    func rhythmView(_ view: any RhythmView, didChooseSource id: String)
    func rhythmView(_ view: any RhythmView, didChoosePattern id: Pattern.ID)
    func rhythmViewDidPressRemovePattern(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didChooseDifficulty id: String)
    func rhythmView(_ view: any RhythmView, didChooseBars id: String)
    /// A key, button or finger went down. `stamp` is the display server's timestamp in milliseconds, or 0 if there is
    /// none; `received` is the time at which the program received the event.
    func rhythmView(_ view: any RhythmView, didStrikeAt stamp: UInt32, received: HostTime)
    func rhythmView(_ view: any RhythmView, didPress action: PageAction.Kind)
    func rhythmViewDidPressCancelProgress(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didPress button: RhythmResultsPress)
    /// A frame is being drawn that will be shown at this time.
    func rhythmView(_ view: any RhythmView, willShowFrameAt time: HostTime)
    /// Another window or page came to the front.
    func rhythmViewDidLeaveFront(_ view: any RhythmView)
}

/// The rhythm page: shows the view state and makes no decisions itself.
@MainActor public protocol RhythmView: AnyObject {
    var delegate: (any RhythmViewDelegate)? { get set }
    func render(_ state: RhythmViewState)
    /// Redraws only the parts that follow the beat.
    func render(_ position: RhythmPosition)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    /// Opens the preferences at this part.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: RhythmFocus)
}
