/// What the kind and name of an IBus client, such as `gtk4-im:gedit`, tell about its program.
struct CaretClient: Sendable, Equatable {
    /// Names of this program as its toolkit reports them to IBus.
    private static let ownNames: Set = ["parlando", "io.github.parlando.Parlando"]
    /// Kind of GNOME Shell, which passes on the fields of all Wayland applications.
    private static let shell = "gnome-shell"
    /// Kind of the programs of Qt.
    private static let qt = "QIBusInputContext"
    /// Kinds with a separate input context for each field, except for the applications in `windowContexts`.
    private static let ownContexts: Set = ["gtk3-im", "gtk4-im", "gtk-im", "xim"]
    /// Parts of the names of GTK applications with one input context for all fields of a window, in lower case: those
    /// of Mozilla, those based on Chromium, Electron or WebKitGTK, and LibreOffice. Others are recognised only when the
    /// purpose of the field changes (`FieldFocus.share`).
    private static let windowContexts = [
        "firefox", "thunderbird", "librewolf", "waterfox", "palemoon", "seamonkey", "icecat", "tor browser",
        "torbrowser", "mullvad", "zen-browser", "floorp", "betterbird", "chrom", "brave", "vivaldi", "opera",
        "microsoft-edge", "msedge", "yandex", "electron", "code", "codium", "cursor", "slack", "discord", "signal",
        "element", "teams", "obsidian", "skype", "spotify", "zoom", "webkit", "epiphany", "evolution", "geary", "yelp",
        "soffice", "libreoffice",
    ]
    /// Kinds that report the purpose of a field.
    private static let purposeful: Set = ["gtk3-im", "gtk4-im", shell]

    /// Kind of the input method module and name of the program, separated by a colon, such as `gtk4-im:gedit`; empty if
    /// unknown.
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Whether IBus has not named the client.
    var isUnnamed: Bool {
        text.isEmpty
    }

    /// Whether the client is this program.
    var isOwn: Bool {
        Self.ownNames.contains(name)
    }

    /// Whether the client may be this program as well as another one, because it is unknown or passes on the fields of
    /// other programs.
    var mayBeOwn: Bool {
        isOwn || !Self.ownContexts.contains(kind) && kind != Self.qt
    }

    var isShell: Bool {
        kind == Self.shell
    }

    /// Whether an input context of the client serves several fields, as far as the name tells.
    var sharesContexts: Bool {
        let small = name.lowercased()
        return !Self.ownContexts.contains(kind) || kind != "xim" && Self.windowContexts.contains { small.contains($0) }
    }

    /// Whether the client reports the purposes of its fields.
    var statesPurpose: Bool {
        Self.purposeful.contains(kind)
    }

    /// Whether the client reports no text around the caret of a password field. Qt does not. GTK 2 reports the text of
    /// any field that has the focus.
    var hidesSecrets: Bool {
        kind == Self.qt
    }

    private var kind: String {
        String(text.prefix { $0 != ":" })
    }

    private var name: String {
        text.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    }
}
