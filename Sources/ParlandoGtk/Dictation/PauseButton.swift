import CGtk
import ParlandoPresenters

/// The button beside a record button that pauses and resumes.
extension Button {
    static func pause() -> Button {
        let button = Button(icon: "media-playback-pause-symbolic", tooltip: "", classes: ["circular", "pause"])
        button.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        return button
    }

    func show(pause state: PagePause) {
        setIcon(state == .resume ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
        isVisible = state != .hidden
    }
}
