import Testing

@testable import ParlandoWhisper

struct ProcessorKernelsTests {
    private static let maps = """
        5581c8400000-5581c8a00000 r--p 00000000 fe:00 131 /usr/bin/parlando
        7f01e0000000-7f01e0021000 rw-p 00000000 00:00 0
        7f02a4000000-7f02a4010000 r--p 00000000 fe:00 77 /usr/lib/parlando/libggml-base.so.0.13.1
        7f02a4100000-7f02a4110000 r-xp 00003000 fe:00 78 /opt/a folder/parlando/libggml.so.0.13.1
        7ffc12345000-7ffc12366000 rw-p 00000000 00:00 0 [stack]
        """

    @Test func kernelsAreLookedForBesideTheLibraryThatIsMapped() {
        #expect(ProcessorKernels.folder(of: "libggml.so", inMaps: Self.maps) == "/opt/a folder/parlando")
        #expect(ProcessorKernels.folder(of: "libwhisper.so", inMaps: Self.maps) == nil)
    }

    /// The kernels are linked in, or lie beside the library: either way there are some.
    @Test func thisProcessorHasKernels() throws {
        try ProcessorKernels.load()
    }
}
