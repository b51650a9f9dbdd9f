/// Which Parlando this is.
public enum Release {
    /// As people read it; `meson.build` says the same.
    public static let version = "0.1.0"
}
