import CText

/// Sets the language of the interface. Call once on the main thread, before the first text.
///
/// - Parameters:
///   - directory: the folder of the gettext catalogs (`ru/LC_MESSAGES/parlando.mo`); empty for English.
///   - language: a locale such as `ru`; empty for that of the system.
public func setUpText(directory: String, language: String) {
    parlando_text_set_up("parlando", directory, language)
}

private enum TextLanguage {
    /// Whether texts stay in English in the current task.
    @TaskLocal static var isSource = false
}

/// Runs `body` with all texts in English, as other programs read them, for example in JSON.
public func withoutTranslation<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TextLanguage.$isSource.withValue(true, operation: body)
}

/// Returns a text in the language of the interface, with `{name}` replaced from `places`.
///
/// The argument must be a literal without interpolation, or several joined by `+`, because xgettext must find it.
public func tr(_ text: String, _ places: [String: String] = [:]) -> String {
    guard !TextLanguage.isSource else {
        return fill(text, places)
    }
    // Without a translation gettext returns the pointer that it got, so the text is copied before that is freed.
    return fill(text.withCString { String(cString: parlando_text($0)) }, places)
}

/// The singular or plural for `count`, which replaces `{count}`.
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

/// `context` tells translators which of several meanings is meant.
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
