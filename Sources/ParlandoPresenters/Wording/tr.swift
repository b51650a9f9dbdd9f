import CText

/// Sets the language of the interface: a locale name such as `ru`, or empty to follow the system.
///
/// `directory` is the folder of the gettext catalogues (`ru/LC_MESSAGES/parlando.mo`), or empty if they must not be
/// read; then all texts are English. Call once on the main thread, before the first text is looked up.
public func setUpText(directory: String, language: String) {
    parlando_text_set_up("parlando", directory, language)
}

/// The language of sentences that are made in a task.
private enum TextLanguage {
    /// Whether texts are returned in English, as they are in the source code.
    @TaskLocal static var isSource = false
}

/// Runs `body` with all texts in English, and returns its result. Output for other programs, such as JSON, must be the
/// same in every language.
public func withoutTranslation<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TextLanguage.$isSource.withValue(true, operation: body)
}

/// Returns the text unchanged, and marks it for translation. Used for texts in tables that are passed to `tr` later.
public func trLater(_ text: String) -> String {
    text
}

/// Returns the text in the language of the interface.
///
/// The argument must be a literal without interpolation, or several literals joined by `+`, so that xgettext finds it;
/// or a text that `trLater` has marked. Values from `places` are inserted for `{name}` placeholders. For example,
/// `tr("{count} words", ["count": "12"])` returns "12 words".
public func tr(_ text: String, _ places: [String: String] = [:]) -> String {
    guard !TextLanguage.isSource else {
        return fill(text, places)
    }
    // If there is no translation, gettext returns the pointer to the original text, so the text is copied before that
    // pointer is freed.
    return fill(text.withCString { String(cString: parlando_text($0)) }, places)
}

/// Returns the plural form that fits `count`, which is inserted for `{count}`.
public func trn(_ one: String, _ many: String, _ count: Int, _ places: [String: String] = [:]) -> String {
    guard !TextLanguage.isSource else {
        return fill(count.magnitude == 1 ? one : many, places.merging(["count": "\(count)"]) { given, _ in given })
    }
    let form = one.withCString { one in
        many.withCString { many in
            String(cString: parlando_text_plural(one, many, UInt(count.magnitude)))
        }
    }
    return fill(form, places.merging(["count": "\(count)"]) { given, _ in given })
}

/// Returns the translation of the text for the meaning that `context` specifies.
public func trc(_ context: String, _ text: String) -> String {
    TextLanguage.isSource ? text : text.withCString { String(cString: parlando_text_context(context, $0)) }
}

private func fill(_ text: String, _ places: [String: String]) -> String {
    guard !places.isEmpty else {
        return text
    }
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        let name = String(rest[rest.index(after: open)..<close])
        result += rest[..<open]
        result += places[name] ?? "{\(name)}"
        rest = rest[rest.index(after: close)...]
    }
    return result + rest
}
