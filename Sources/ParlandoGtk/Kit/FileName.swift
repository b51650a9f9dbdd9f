/// Rules for the name of a file that can be saved in one of several formats, each with its extension.
enum FileName {
    /// Returns the file name after the user has chosen another format. If the name ends in one of the known extensions,
    /// the new extension replaces it.
    static func changed(_ name: String, to ending: String, among endings: [String]) -> String {
        guard let old = endings.first(where: { has(name, $0) }) else {
            return name
        }
        return String(name.dropLast(old.count)) + ending
    }

    /// Returns the name to save to. A name without a known extension gets that of the chosen format. The extension of
    /// the first format is replaced too, because it was only proposed. Any other extension was typed by hand and is
    /// kept.
    static func completed(_ name: String, chosen ending: String, among endings: [String]) -> String {
        guard let old = endings.first(where: { has(name, $0) }) else {
            return name + "." + ending
        }
        return old == endings.first ? changed(name, to: ending, among: endings) : name
    }

    /// Returns the name without its extension.
    static func base(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }

    private static func has(_ name: String, _ ending: String) -> Bool {
        name.lowercased().hasSuffix("." + ending)
    }
}
