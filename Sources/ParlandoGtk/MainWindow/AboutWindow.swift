import CGtk
import ParlandoPresenters

/// About window: authors, version and licence of the program.
@MainActor enum AboutWindow {
    static func present(over parent: UnsafeMutablePointer<GtkWindow>, _ application: Application) {
        let about = Element(adw_about_window_new())
        let window = about.opaque
        adw_about_window_set_application_name(window, Application.name)
        adw_about_window_set_application_icon(window, application.id)
        adw_about_window_set_version(window, application.version)
        adw_about_window_set_developer_name(window, tr("The Parlando authors"))
        adw_about_window_set_comments(window, tr("Turns your speech into text on your own computer."))
        adw_about_window_set_license_type(window, GTK_LICENSE_GPL_3_0)
        // TRANSLATORS: your own name and address, one person a line
        let credits = tr("translator-credits")
        adw_about_window_set_translator_credits(window, credits == "translator-credits" ? "" : credits)
        gtk_window_set_transient_for(about.reference.cast(), parent)
        gtk_window_present(about.reference.cast())
    }
}
