/// Messages on standard error when the program has to exit.
public enum ProgramWording {
    /// Message that memory cannot be allocated.
    public static var tooLittleMemory: String {
        tr("Parlando has to close: there is not enough memory. Close other applications.")
    }
}
