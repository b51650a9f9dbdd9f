import CText

/// Sets the language of the interface: a locale name such as `ru`, or empty to follow the system.
///
/// `directory` is the folder of the gettext catalogues (`ru/LC_MESSAGES/parlando.mo`). Call once on the main thread,
/// before the first text is looked up.
public func setUpText(directory: String, language: String) {
    parlando_text_set_up("parlando", directory, language)
}

/// Returns the text in the language of the interface.
///
/// The argument must be a literal without interpolation, so that xgettext finds it. Values are inserted for `{name}`
/// placeholders from `places`: `tr("{count} words", ["count": "12"])`.
public func tr(_ text: String, _ places: [String: String] = [:]) -> String {
    // If there is no translation, gettext returns the pointer that it was given, so the text is copied before that is
    // freed.
    fill(text.withCString { String(cString: parlando_text($0)) }, places)
}

/// Returns the plural form that fits `count`, which is inserted for `{count}`.
public func trn(_ one: String, _ many: String, _ count: Int, _ places: [String: String] = [:]) -> String {
    let form = one.withCString { one in
        many.withCString { many in
            String(cString: parlando_text_plural(one, many, UInt(count.magnitude)))
        }
    }
    return fill(form, places.merging(["count": "\(count)"]) { given, _ in given })
}

/// Returns the text in the meaning that `context` distinguishes.
public func trc(_ context: String, _ text: String) -> String {
    text.withCString { String(cString: parlando_text_context(context, $0)) }
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
