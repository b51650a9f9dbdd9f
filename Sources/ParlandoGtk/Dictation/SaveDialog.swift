import ParlandoPresenters

extension FileDialog {
    /// Returns a dialog that asks where to save audio that was not sent to the speech server, as a WAV file.
    static func saveRecording(over widget: any Widget) -> FileDialog {
        save(
            tr("Save Recording"), accept: tr("_Save"), name: tr("Dictation") + ".wav",
            formats: [Format(title: tr("WAV audio (*.wav)"), ending: "wav")], over: widget)
    }

    /// Returns a dialog that asks where to save a text with its translation.
    static func saveTranslation(over widget: any Widget) -> FileDialog {
        save(
            tr("Save Translation"), accept: tr("_Save"), name: tr("Translation") + ".txt",
            formats: [Format(title: tr("Plain text (*.txt)"), ending: "txt")], over: widget)
    }

    /// Returns a dialog that asks where to save the transcript, and in which format.
    ///
    /// - Parameter recording: name of the transcribed file, from which the proposed name is derived.
    static func saveTranscript(of recording: String = tr("Dictation"), over widget: any Widget) -> FileDialog {
        save(
            tr("Save Transcript"), accept: tr("_Save"), name: FileName.base(of: recording) + ".txt",
            formats: [
                Format(title: tr("Plain text (*.txt)"), ending: "txt"),
                Format(title: tr("SubRip subtitles (*.srt)"), ending: "srt"),
                Format(title: tr("WebVTT subtitles (*.vtt)"), ending: "vtt"),
                Format(title: tr("JSON with timestamps and probabilities (*.json)"), ending: "json"),
            ], over: widget)
    }
}
