import CGtk
import ParlandoCore
import ParlandoPresenters

/// Handles key, pointer and frame events of the rhythm page.
extension RhythmPage {
    /// Assumed duration of a frame, in seconds (60 Hz).
    private static let frame = 0.017
    /// Time before a beat, in seconds, during which every frame is reported.
    private static let vigil = 2 * frame

    /// Starts handling the window's keys for the rhythm page. While strokes are judged, the page receives keys before
    /// any widget; otherwise it receives only keys that no widget has handled.
    func listenToKeys(of window: any Widget) {
        window.onEvent(GTK_PHASE_CAPTURE) { [weak self] in self?.strike(with: InputEvent($0)) ?? false }
        window.onEvent(GTK_PHASE_BUBBLE) { [weak self] in self?.command(InputEvent($0)) ?? false }
        window.reference.connect("notify::is-active") { [weak self, weak reference = window.reference] in
            if let self, let reference, gtk_window_is_active(reference.cast()) == 0 {
                leaveFront()
            }
        }
    }

    func listenToPointers(of area: any Widget) {
        area.onEvent(GTK_PHASE_CAPTURE) { [weak self] event in
            let event = InputEvent(event)
            guard let self, shown?.takesStrokes == true, event.isPointerPress else {
                return false
            }
            presenter?.strike(at: event.stamp, received: InputEvent.now)
            return true
        }
    }

    private func strike(with event: InputEvent) -> Bool {
        if event.kind == .keyUp {
            keys.release(event.code)
            return false
        }
        guard event.kind == .keyDown, isShown, shown?.takesStrokes == true, !event.isReserved,
            event.value != GDK_KEY_Escape
        else {
            return false
        }
        if keys.press(event.code) {
            presenter?.strike(at: event.stamp, received: InputEvent.now)
        }
        return true
    }

    private func command(_ event: InputEvent) -> Bool {
        guard event.kind == .keyDown, isShown, !event.isReserved else {
            return false
        }
        switch event.value {
        case GDK_KEY_Escape:
            presenter?.pressEscape()
        case GDK_KEY_Return, GDK_KEY_KP_Enter:
            presenter?.pressEnter()
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add:
            presenter?.stepTempo(by: 1)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract:
            presenter?.stepTempo(by: -1)
        // A Russian layout has the letter "е" on this key.
        case GDK_KEY_t, GDK_KEY_T, GDK_KEY_Cyrillic_ie, GDK_KEY_Cyrillic_IE:
            if keys.press(event.code) {
                presenter?.tapTempo(at: event.stamp, received: InputEvent.now)
            }
        default:
            return false
        }
        return true
    }

    /// Reports frames to the presenter while something on the page moves; without movement there is no tick callback.
    ///
    /// Around a beat every frame is reported, so that the beat is shown in the very frame in which it sounds. Between
    /// two beats only the position mark moves, so the callback pauses for several frames.
    func followFrames() {
        isFollowing = true
        root.onTick { [weak self] time in
            guard let self else {
                return false
            }
            guard shown?.isMoving == true else {
                isFollowing = false
                return false
            }
            let seen = HostTime(nanoseconds: presentation(ofFrameAt: time) * 1000)
            presenter?.showFrame(at: seen)
            let pause = min(RhythmPosition.glide, panel.secondsToBeat - Self.vigil)
            guard pause > Self.frame else {
                return true
            }
            _ = Source.after(pause) { [weak self] in self?.followFrames() }
            return false
        }
    }

    /// Returns the time at which the current frame is predicted to become visible, in microseconds. Without a
    /// prediction by GTK, this is one frame (at 60 Hz) after `time`.
    private func presentation(ofFrameAt time: Int64) -> Int64 {
        let timings = gtk_widget_get_frame_clock(root.widget).flatMap { gdk_frame_clock_get_current_timings($0) }
        let predicted = timings.map { Int64(gdk_frame_timings_get_predicted_presentation_time($0)) } ?? 0
        return predicted > 0 ? predicted : time + 16_667
    }
}
