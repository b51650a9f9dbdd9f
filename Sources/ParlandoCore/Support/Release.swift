/// Information about this version of Parlando.
public enum Release {
    /// Version number of the program. It has to match the version in `meson.build`.
    public static let version = "0.1.0"
}
