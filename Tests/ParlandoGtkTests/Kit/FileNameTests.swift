import Testing

@testable import ParlandoGtk

@Suite struct FileNameTests {
    private let endings = ["txt", "srt", "vtt", "json"]

    @Test(arguments: [
        ("Talk", "srt", "Talk.srt"), ("Talk.txt", "srt", "Talk.srt"), ("Talk.txt", "txt", "Talk.txt"),
        ("Talk.VTT", "txt", "Talk.VTT"), ("Talk.srt", "json", "Talk.srt"), ("Talk 1.5", "txt", "Talk 1.5.txt"),
        ("/a.srt/Talk", "vtt", "/a.srt/Talk.vtt"), ("Talk.TXT", "json", "Talk.json"),
    ])
    func theFormatDecidesUnlessAnotherEndingWasTyped(typed: String, chosen: String, name: String) {
        #expect(FileName.completed(typed, chosen: chosen, among: endings) == name)
    }

    @Test(arguments: [
        ("Talk.txt", "srt", "Talk.srt"), ("Talk.srt", "txt", "Talk.txt"), ("Talk", "srt", "Talk"),
        ("Talk.json", "vtt", "Talk.vtt"), ("Talk.doc", "vtt", "Talk.doc"),
    ])
    func theEndingFollowsTheFormatWhileTheDialogIsOpen(typed: String, chosen: String, name: String) {
        #expect(FileName.changed(typed, to: chosen, among: endings) == name)
    }
}
