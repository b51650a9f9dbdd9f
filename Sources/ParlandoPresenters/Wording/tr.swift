import CText

/// Chooses the language of the interface: a locale name such as `ru`, or empty to follow the system.
///
/// `directory` is the folder that holds the catalogues (`ru/LC_MESSAGES/parlando.mo`). Call once on the main thread,
/// before the first text is made.
public func setUpText(directory: String, language: String) {
    parlando_text_set_up("parlando", directory, language)
}

/// The text in the language of the interface.
///
/// The argument is a literal without interpolation, so that xgettext finds it; values take `{name}` places, which
/// `places` fills: `tr("{count} words", ["count": "12"])`.
public func tr(_ text: String, _ places: [String: String] = [:]) -> String {
    // gettext answers with the very pointer it was given where there is no translation: read it before it is freed.
    fill(text.withCString { String(cString: parlando_text($0)) }, places)
}

/// The form that fits `count`, whose place is `{count}`.
public func trn(_ one: String, _ many: String, _ count: Int, _ places: [String: String] = [:]) -> String {
    let form = one.withCString { one in
        many.withCString { many in
            String(cString: parlando_text_plural(one, many, UInt(count.magnitude)))
        }
    }
    return fill(form, places.merging(["count": "\(count)"]) { given, _ in given })
}

/// The text in the sense that `context` names.
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
