import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Saved exercises and sets, an open set, and the page on which a rhythm is written. The widgets are created when the
/// window is first opened.
@MainActor public final class PracticeBookWindow {
    public weak var presenter: PracticeBookPresenter?

    private var window: Element?
    private var shown: PracticeBookState?
    private var dialog: WordDialog?
    private let toasts = Toasts()
    private let pages = Element(gtk_stack_new())
    private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"), classes: ["flat"])
    private let importing = Button(
        icon: "document-open-symbolic", tooltip: tr("Import Exercises"), classes: ["flat"])
    private let exporting = Button(
        icon: "document-save-symbolic", tooltip: tr("Export Exercises"), classes: ["flat"])
    private lazy var play = Button(label: tr("Play Set"), classes: ["suggested-action"])
    private lazy var exercises = EntryGroup(
        tr("Exercises"), description: "", icon: "parlando-rhythm-symbolic", addLabel: tr("Save This Exercise"))
    private lazy var sets = EntryGroup(
        tr("Sets"), description: tr("Exercises that are played one after the other"), icon: "view-list-symbolic",
        addLabel: tr("New Set"))
    private lazy var members = GroupRows(RowGroup(), none: .row(tr("None")))
    private lazy var others = GroupRows(RowGroup(tr("Add to Set")), none: .row(tr("None")))
    private lazy var writer = RhythmWriter()
    /// The place of the row that gets the focus when one was moved or removed.
    private var moved: Int?

    /// Its window is the one over which this one opens.
    let button = Chip()

    /// Call after GTK has started.
    public init() {
        button.show(tr("Exercises…"), tooltip: tr("Exercises…"))
        button.onClick { [weak self] in self?.open() }
    }

    private func open() {
        guard let parent = button.hostWindow else {
            return
        }
        let window = window ?? make(over: parent)
        window.present(width: 560, height: 640)
        exercises.add.grabFocus()
        presenter?.open()
    }

    private func make(over parent: UnsafeMutablePointer<GtkWindow>) -> Element {
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        FittingTitle(tr("Exercises")).set(in: header)
        header.pack(start: [back, importing, exporting])
        let (list, set, content) = (Box.column(spacing: 18), Box.column(spacing: 18), Box.column())
        list.append(RowGroup("", makers), exercises, sets)
        set.append(members.group, others.group)
        members.group.setSuffix(play)
        for (name, page) in [(PracticeBookState.Page.list, list), (.set, set), (.writer, writer.box)] {
            page.setMargins(horizontal: 12, top: 12, bottom: 18)
            pages.addPages((name.rawValue, Element.scroller(Element.clamp(page, width: 600))))
        }
        pages.expand(vertical: true)
        content.append(header, pages)
        toasts.setChild(content)
        let window = Element.window(tr("Exercises"), least: 360, over: parent, toasts)
        window.onKey { [weak self] event in self?.heeds(event) ?? false }
        window.reference.connect("hide") { [weak self] in _ = self?.presenter?.goBack() }
        self.window = window
        connect()
        return window
    }

    private var makers: [Element] {
        [
            tool("document-edit-symbolic", tr("Write a Rhythm"), tr("Note by note")) { $0.presenter?.openWriter() },
            tool("document-open-symbolic", tr("Import a Score"), tr("The rhythm of its first part, from MusicXML")) {
                $0.open(.score(over: $0.toasts)) { $0.importScore(from: $1) }
            },
        ]
    }

    private func tool(
        _ icon: String, _ title: String, _ note: String, _ press: @escaping @MainActor (PracticeBookWindow) -> Void
    ) -> Element {
        let row = EntryGroup.row(title, note, icon: icon, isPressed: true)
        row.reference.connect("activated") { [weak self] in self.map(press) }
        return row
    }

    private func open(_ dialog: FileDialog, _ body: @escaping @MainActor (PracticeBookPresenter, String) -> Void) {
        dialog.choose(showToast) { [weak self] path in
            if let presenter = self?.presenter {
                body(presenter, path)
            }
        }
    }

    private func connect() {
        back.onClick { [weak self] in _ = self?.presenter?.goBack() }
        importing.onClick { [weak self] in
            self.map { $0.open(.openExercises(over: $0.toasts)) { $0.importBook(from: $1) } }
        }
        exporting.onClick { [weak self] in
            self.map { $0.open(.saveExercises(over: $0.toasts)) { $0.exportBook(to: $1) } }
        }
        exercises.add.onClick { [weak self] in self?.presenter?.saveExercise() }
        exercises.onChoose = { [weak self] id in self?.presenter?.openExercise(id) }
        sets.add.onClick { [weak self] in self?.presenter?.addSet() }
        sets.onChoose = { [weak self] id in self?.presenter?.openSet(id) }
        for group in [exercises, sets] {
            group.onEdit = { [weak self] id in self?.presenter?.rename(id) }
            group.onRemove = { [weak self] entry in self?.presenter?.remove(entry.id) }
        }
        play.onClick { [weak self] in self?.presenter?.playSet() }
        writer.onType = { [weak self] key in _ = self?.presenter?.type(key) }
        writer.meter.onChoose { [weak self] id in self?.presenter?.chooseMeter(id) }
        writer.hear.onClick { [weak self] in self?.presenter?.hear() }
        writer.use.onClick { [weak self] in self?.presenter?.useRhythm() }
    }

    /// Escape leaves a page first.
    private func heeds(_ event: InputEvent) -> Bool {
        guard event.value != GDK_KEY_Escape else {
            return presenter?.goBack() ?? false
        }
        let letter = Unicode.Scalar(gdk_keyval_to_unicode(UInt32(bitPattern: event.value)))
        return !event.isReserved && letter.map { presenter?.type(String($0)) ?? false } ?? false
    }

    private func show(_ entries: [ListEntry]) {
        play.isSensitive = !entries.isEmpty
        let rows = entries.enumerated().map { member($1, at: $0, of: entries.count) }
        members.replace(with: rows)
        if let moved, rows.indices.contains(moved) {
            rows[moved].grabFocus()
        }
        moved = nil
    }

    private func member(_ entry: ListEntry, at index: Int, of count: Int) -> Element {
        let row = Element.row(entry.title, entry.subtitle)
        let name = ["name": entry.title]
        for (place, icon, title) in [
            (index - 1, "go-up-symbolic", tr("Move {name} Up", name)),
            (index + 1, "go-down-symbolic", tr("Move {name} Down", name)),
            (nil, "list-remove-symbolic", tr("Remove {name}", name)),
        ] {
            let button = Button(icon: icon, tooltip: title, classes: ["flat"])
            button.isSensitive = place.map((0..<count).contains) ?? true
            button.onClick { [weak self] in
                self?.moved = place ?? min(index, count - 2)
                self?.presenter?.move(index, to: place)
            }
            row.addSuffixes([button])
        }
        return row
    }
}

extension PracticeBookWindow: PracticeBookView {
    public func render(_ state: PracticeBookState) {
        let change = Change(old: shown, new: state)
        shown = state
        change.on(\.note) { exercises.reference.setGroupDescription($0) }
        change.on(\.exercises) { entries in
            exercises.show(entries)
            others.replace(
                with: entries.map { entry in
                    tool("list-add-symbolic", entry.title, entry.subtitle) { $0.presenter?.add(entry.id) }
                })
        }
        change.on(\.sets) { sets.show($0) }
        change.on(\.title) { members.group.reference.setGroupTitle($0) }
        change.on(\.members) { show($0) }
        change.on(\.draft) { $0.map(writer.show) }
        change.on(\.hearLabel) { writer.hear.setLabel($0) }
        change.on(\.canHear) { writer.hear.isSensitive = $0 }
        change.on(\.page) { page in
            back.isVisible = page != .list
            [importing, exporting].forEach { $0.isVisible = page == .list }
            pages.showPage(page.rawValue)
            switch page {
            case .list: exercises.add.grabFocus()
            case .set: (play.isSensitive ? play : back).grabFocus()
            case .writer: writer.focus()
            }
        }
    }

    public func ask(_ form: WordForm) {
        dialog = WordDialog(form, over: toasts)
        dialog?.present { [weak self] form in self?.presenter?.save(form) }
    }

    public func showToast(_ text: String) {
        toasts.showToast(text)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: toasts)
    }

    public func close() {
        window.map { gtk_window_close($0.reference.cast()) }
    }
}
