/// What the program says on standard error when it has to end.
public enum ProgramWording {
    /// Nothing can be allocated any more.
    public static var tooLittleMemory: String {
        tr("Parlando has to close: there is not enough memory. Close other applications.")
    }
}
