/// Messages of the program as a whole.
public enum ProgramWording {
    /// Message that is shown before the program ends because memory cannot be allocated.
    public static var tooLittleMemory: String {
        tr("Parlando has to close: there is not enough memory. Close other applications.")
    }

    /// Returns the message that a failed request is repeated after this many seconds.
    public static func retrying(in seconds: Int) -> String {
        trn("Retrying in {count} second.", "Retrying in {count} seconds.", seconds)
    }
}
