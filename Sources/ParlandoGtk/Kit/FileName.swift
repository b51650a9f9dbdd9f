/// The name of a file that is to be written in one of several formats, each of which has an ending.
enum FileName {
    /// The name after another format was chosen: its ending replaces that of one of the others.
    static func changed(_ name: String, to ending: String, among endings: [String]) -> String {
        guard let old = endings.first(where: { has(name, $0) }) else {
            return name
        }
        return String(name.dropLast(old.count)) + ending
    }

    /// The name to write to. One without any of the endings gets that of the chosen format; so does one that still has
    /// the ending it was proposed with, that of the first format. Any other ending was typed by hand and counts.
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
