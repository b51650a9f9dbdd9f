/// Version information about this release of Parlando.
public enum Release {
    /// Version number as shown to the user. It has to match `meson.build`.
    public static let version = "0.1.0"
}
