/// Parts of which the names of a model's files on disk are made.
public enum ModelFileName {
    /// Ending of a model's own file, except for natural voices.
    public static let model = ".bin"
    /// Ending of the neural network of a natural voice.
    public static let network = ".onnx"
    /// Ending of the configuration of a natural voice.
    public static let configuration = network + ".json"

    /// Added to a model's file name while the file is imported; `part` follows.
    public static let imported = ".import"
    /// Added to the name of a file that is not complete yet.
    public static let part = ".part"
    /// Added to the name of an incomplete file for the server's validator of its content.
    public static let validator = part + ".validator"
    /// Added to a model's file name for the record that its checksum was verified.
    public static let checked = ".checked"
    /// Added to a model's file name if its content is damaged; a number follows.
    public static let damaged = ".corrupt-"

    /// Added to the name of a file of a model that was put away: it can be brought back until it is deleted.
    public static let putAway = ".removed"

    /// Returns the name that a file of a model had before it was put away; nil if it was not.
    public static func former(_ name: String) -> String? {
        name[...].without(putAway).flatMap { isModel($0) || verified($0) != nil || broken($0) != nil ? $0 : nil }
    }

    /// Returns the name of the model's file whose incomplete or damaged copy has this name; nil if it is no such copy.
    public static func broken(_ name: String) -> String? {
        let digits = name.reversed().prefix { ("0"..."9").contains($0) }.count
        let endings = [imported + part, imported + validator, part, validator]
        let owner =
            if digits > 0, let owner = name.dropLast(digits).without(damaged) {
                owner
            } else {
                endings.lazy.compactMap { name[...].without($0) }.first
            }
        return owner.flatMap { isModel($0) ? $0 : nil }
    }

    /// Returns the name of the model's file for which the file with this name records a verified checksum; nil if it
    /// records none.
    public static func verified(_ name: String) -> String? {
        name[...].without(checked).flatMap { isModel($0) ? $0 : nil }
    }

    private static func isModel(_ name: String) -> Bool {
        [model, network, configuration].contains { name.hasSuffix($0) }
    }
}

extension Substring {
    fileprivate func without(_ ending: String) -> String? {
        hasSuffix(ending) ? String(dropLast(ending.count)) : nil
    }
}
