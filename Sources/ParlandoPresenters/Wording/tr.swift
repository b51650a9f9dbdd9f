import CText

/// Sets the language of the interface. Call once on the main thread, before the first text is looked up.
///
/// - Parameters:
///   - directory: the folder of the gettext catalogues (`ru/LC_MESSAGES/parlando.mo`). If it is empty, all texts are in
///     English.
///   - language: a locale name such as `ru`; empty to use the language of the system.
public func setUpText(directory: String, language: String) {
    parlando_text_set_up("parlando", directory, language)
}

/// The language in which `tr` returns texts in the current task.
private enum TextLanguage {
    /// Whether `tr` returns texts in English, as they are in the source code, instead of translating them.
    @TaskLocal static var isSource = false
}

/// Runs `body`, in which `tr` returns all texts in English, and returns the result of `body`. Used for output for other
/// programs, such as JSON, which must be the same in every language.
public func withoutTranslation<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TextLanguage.$isSource.withValue(true, operation: body)
}

/// Returns a text in the language of the interface.
///
/// The argument must be a literal without interpolation, or several literals joined by `+`, because xgettext must find
/// it. Placeholders such as `{name}` are replaced by values from `places`. For example,
/// `tr("{count} words", ["count": "12"])` returns "12 words".
public func tr(_ text: String, _ places: [String: String] = [:]) -> String {
    guard !TextLanguage.isSource else {
        return fill(text, places)
    }
    // If there is no translation, gettext returns the pointer to the original text, so the text is copied before that
    // pointer is freed.
    return fill(text.withCString { String(cString: parlando_text($0)) }, places)
}

/// Returns the singular or plural text that fits `count`, in the language of the interface. The placeholder `{count}`
/// is replaced by the number, and other placeholders by values from `places`.
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

/// Returns a text in the language of the interface. `context` tells translators which of several meanings the text has.
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
