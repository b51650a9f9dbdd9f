import CGtk
import ParlandoCore
import ParlandoPresenters

/// Native file dialog.
@MainActor final class FileDialog {
    struct Format {
        let title: String
        let ending: String

        static var text: Format { Format(title: tr("Plain text (*.txt)"), ending: "txt") }
        static var wave: Format { Format(title: tr("WAV audio (*.wav)"), ending: "wav") }
        fileprivate static var exercises: Format { Format(title: tr("Exercises (*.json)"), ending: "json") }
    }

    private static let formatChoice = "format"

    private let reference: Reference
    private let window: UnsafeMutablePointer<GtkWindow>?
    /// File name extensions, the default first. `filters` maps GTK's filters to them.
    private let endings: [String]
    private var filters: [OpaquePointer: String] = [:]

    static func save(_ title: String, name: String, formats: [Format], over widget: any Widget) -> FileDialog {
        let dialog = FileDialog(title, tr("_Save"), GTK_FILE_CHOOSER_ACTION_SAVE, formats, over: widget)
        gtk_file_chooser_set_current_name(dialog.reference.opaque, name)
        return dialog
    }

    static func open(_ title: String, formats: [Format], over widget: any Widget) -> FileDialog {
        FileDialog(title, tr("_Open"), GTK_FILE_CHOOSER_ACTION_OPEN, formats, over: widget)
    }

    static func openModel(over widget: any Widget) -> FileDialog {
        open(
            tr("Choose a Model"), formats: [Format(title: tr("whisper.cpp models (*.bin)"), ending: "bin")],
            over: widget)
    }

    /// - Parameter name: what files of the media types are called. The user can also show all files.
    static func openSeveral(_ title: String, types: [String], called name: String, over widget: any Widget)
        -> FileDialog
    {
        let dialog = FileDialog(title, tr("_Open"), GTK_FILE_CHOOSER_ACTION_OPEN, [], over: widget)
        gtk_file_chooser_set_select_multiple(dialog.reference.opaque, 1)
        let filter = dialog.addFilter(name)
        types.forEach { gtk_file_filter_add_mime_type(filter.opaque, $0) }
        gtk_file_filter_add_pattern(dialog.addFilter(tr("All Files")).opaque, "*")
        return dialog
    }

    static func score(over widget: any Widget) -> FileDialog {
        let dialog = open(tr("Import a Score"), formats: [], over: widget)
        let filter = dialog.addFilter(tr("MusicXML scores"))
        for ending in ["musicxml", "mxl", "xml"] {
            gtk_file_filter_add_pattern(filter.opaque, "*." + ending)
        }
        return dialog
    }

    /// Offers a format beside the folder.
    static func folderOfTranscripts(over widget: any Widget) -> FileDialog {
        let formats = transcriptFormats
        let dialog = FileDialog(
            tr("Save All Transcripts"), tr("_Save"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, [], over: widget)
        var ids: [UnsafePointer<CChar>?] = formats.map { UnsafePointer(g_strdup($0.ending)) } + [nil]
        var titles: [UnsafePointer<CChar>?] = formats.map { UnsafePointer(g_strdup($0.title)) } + [nil]
        gtk_file_chooser_add_choice(dialog.reference.opaque, formatChoice, tr("Format"), &ids, &titles)
        (ids + titles).forEach { g_free(UnsafeMutableRawPointer(mutating: $0)) }
        if let first = formats.first {
            gtk_file_chooser_set_choice(dialog.reference.opaque, formatChoice, first.ending)
        }
        return dialog
    }

    private init(
        _ title: String, _ accept: String, _ purpose: GtkFileChooserAction, _ formats: [Format], over widget: any Widget
    ) {
        window = widget.hostWindow
        endings = formats.map(\.ending)
        reference = Reference(owned: gtk_file_chooser_native_new(title, window, purpose, accept, nil))
        gtk_native_dialog_set_modal(reference.cast(), 1)
        for format in formats {
            let filter = addFilter(format.title)
            gtk_file_filter_add_pattern(filter.opaque, "*." + format.ending)
            filters[filter.opaque] = format.ending
        }
    }

    private func addFilter(_ name: String) -> Reference {
        let filter = Reference(owned: gtk_file_filter_new())
        gtk_file_filter_set_name(filter.opaque, name)
        gtk_file_chooser_add_filter(reference.opaque, filter.opaque)
        return filter
    }

    /// Nil if the user cancels.
    func files() async -> FileList? {
        guard await isAccepted(), let files = gtk_file_chooser_get_files(reference.opaque) else {
            return nil
        }
        defer { g_object_unref(UnsafeMutableRawPointer(files)) }
        return FileList(files)
    }

    /// Runs `body` with the path that the user chooses, if any.
    func choose(
        _ showToast: @escaping @MainActor (String) -> Void, then body: @escaping @MainActor (String) async -> Void
    ) {
        Task {
            if let chosen = await path(showToast) {
                await body(chosen)
            }
        }
    }

    /// Nil if the user cancels, or chooses a place that is not on this computer.
    ///
    /// - Parameter showToast: gets the reason in the second case.
    func path(_ showToast: @MainActor (String) -> Void) async -> String? {
        if isSaving {
            reference.connect("notify::filter") { [weak self] in self?.nameFollowsFormat() }
        }
        guard await isAccepted() else {
            return nil
        }
        guard let typed = typedPath() else {
            showToast(tr("This location is not on this computer. Choose a local folder."))
            return nil
        }
        return await completed(typed)
    }

    /// The extension of the format chosen beside a folder.
    var formatBesideFolder: String {
        gtk_file_chooser_get_choice(reference.opaque, Self.formatChoice).map { String(cString: $0) } ?? ""
    }

    private func isAccepted() async -> Bool {
        await withCheckedContinuation { answer in
            reference.connectNumber("response") { answer.resume(returning: $0 == GTK_RESPONSE_ACCEPT.rawValue) }
            gtk_native_dialog_show(reference.cast())
        }
    }

    private var isSaving: Bool {
        gtk_file_chooser_get_action(reference.opaque) == GTK_FILE_CHOOSER_ACTION_SAVE
    }

    /// Completes the name with the extension of the chosen format. The dialog has asked about replacing only for the
    /// name as it was typed.
    private func completed(_ typed: String) async -> String? {
        guard isSaving, let ending = chosenEnding else {
            return typed
        }
        let path = FileName.completed(typed, chosen: ending, among: endings)
        guard path != typed, g_file_test(PathBytes.cString(path), G_FILE_TEST_EXISTS) != 0 else {
            return path
        }
        let question = PageQuestion(
            tr("Replace File?"), tr("A file with this name already exists."), goOn: tr("Replace"))
        return await Question.ask(question, over: window) == .goOn ? path : nil
    }

    private var chosenEnding: String? {
        gtk_file_chooser_get_filter(reference.opaque).flatMap { filters[$0] }
    }

    private func nameFollowsFormat() {
        guard let name = gtk_file_chooser_get_current_name(reference.opaque) else {
            return
        }
        defer { g_free(name) }
        let old = String(cString: name)
        if let ending = chosenEnding {
            gtk_file_chooser_set_current_name(reference.opaque, FileName.changed(old, to: ending, among: endings))
        }
    }

    private func typedPath() -> String? {
        guard let file = gtk_file_chooser_get_file(reference.opaque) else {
            return nil
        }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        return FileList.path(of: file)
    }
}

extension FileDialog {
    /// For audio that was not sent to the speech server.
    static func saveRecording(over widget: any Widget) -> FileDialog {
        save(tr("Save Recording"), name: tr("Dictation") + ".wav", formats: [.wave], over: widget)
    }

    static func saveTranslation(over widget: any Widget) -> FileDialog {
        save(tr("Save Translation"), name: tr("Translation") + ".txt", formats: [.text], over: widget)
    }

    static func saveEntries(over widget: any Widget) -> FileDialog {
        save(tr("Save Entries"), name: tr("History") + ".txt", formats: [.text], over: widget)
    }

    static func openExercises(over widget: any Widget) -> FileDialog {
        open(tr("Import Exercises"), formats: [.exercises], over: widget)
    }

    static func saveExercises(over widget: any Widget) -> FileDialog {
        save(tr("Export Exercises"), name: tr("Exercises") + ".json", formats: [.exercises], over: widget)
    }

    /// - Parameter recording: name of the transcribed file.
    static func saveTranscript(of title: String = tr("Dictation"), over widget: any Widget) -> FileDialog {
        let name = title.replacing("/", with: "-") + ".txt"
        return save(tr("Save Transcript"), name: name, formats: transcriptFormats, over: widget)
    }

    private static var transcriptFormats: [Format] {
        [
            .text,
            Format(title: tr("SubRip subtitles (*.srt)"), ending: "srt"),
            Format(title: tr("WebVTT subtitles (*.vtt)"), ending: "vtt"),
            Format(title: tr("JSON with timestamps and probabilities (*.json)"), ending: "json"),
        ]
    }
}

/// Rules for the name of a file that can have one of several formats.
enum FileName {
    /// The name after another format was chosen: a known extension is replaced.
    static func changed(_ name: String, to ending: String, among endings: [String]) -> String {
        guard let old = endings.first(where: { has(name, $0) }) else {
            return name
        }
        return String(name.dropLast(old.count)) + ending
    }

    /// The name to save to. It gets the extension of the format if it has no known one, or the first one, which was
    /// only proposed. Any other was typed by hand.
    static func completed(_ name: String, chosen ending: String, among endings: [String]) -> String {
        guard let old = endings.first(where: { has(name, $0) }) else {
            return name + "." + ending
        }
        return old == endings.first ? changed(name, to: ending, among: endings) : name
    }

    private static func has(_ name: String, _ ending: String) -> Bool {
        name.lowercased().hasSuffix("." + ending)
    }
}

/// Files that were chosen, dropped or opened with the program.
@MainActor struct FileList {
    /// In the form of `PathBytes`.
    private(set) var paths: [String] = []
    /// Number of files without a local path.
    private(set) var others = 0

    init(_ files: UnsafeMutablePointer<OpaquePointer>, count: Int) {
        for file in UnsafeBufferPointer(start: files, count: count) {
            add(file)
        }
    }

    /// - Parameter model: `GFile` objects.
    init(_ model: OpaquePointer?) {
        guard let model else {
            return
        }
        for index in 0..<g_list_model_get_n_items(model) {
            if let file = g_list_model_get_item(model, index) {
                add(OpaquePointer(file))
                g_object_unref(file)
            }
        }
    }

    private mutating func add(_ file: OpaquePointer) {
        if let path = Self.path(of: file) {
            paths.append(path)
        } else {
            others += 1
        }
    }

    /// The path of a `GFile`; nil if it is not on this computer.
    static func path(of file: OpaquePointer) -> String? {
        guard let path = g_file_get_path(file) else {
            return nil
        }
        defer { g_free(path) }
        return PathBytes.text(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
}
