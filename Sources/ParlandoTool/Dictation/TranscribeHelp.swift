import ParlandoPresenters

/// The long text of the help of `parlandoctl transcribe`.
enum TranscribeHelp {
    static var text: String {
        HelpText.paragraphs(
            tr(
                "WAV, FLAC, MP3, M4A, Ogg, Opus, WMA, films and everything else FFmpeg reads; any rate, any number of "
                    + "channels. '-' is standard input. With --channels split each channel is transcribed by itself, "
                    + "and the text tells which one speaks."),
            tr(
                "With several files, one that cannot be read does not hold up the others; the exit code is that of the "
                    + "first failure."),
            streams, documents,
            HelpText.examples(
                "parlandoctl transcribe talk.flac", "parlandoctl transcribe --format srt --output subtitles/ *.mp3",
                "parlandoctl transcribe --model base --language de --format json gespraech.ogg",
                "parlandoctl transcribe --channels split interview.wav",
                "parlandoctl transcribe --stream --pace real talk.flac",
                "parlandoctl transcribe --server attic talk.flac",
                .init(
                    "PARLANDO_SERVER_KEY=… parlandoctl transcribe --server https://stt.example/v1 --protocol openai "
                        + "talk.flac")),
            ServerArguments.choice,
            tr(
                "With a server nothing is recognised here: each file is sent once, as 16-bit mono at 16 kHz, and with "
                    + "--stream piece by piece, cut at pauses. The key of a server that --server names comes from "
                    + "PARLANDO_SERVER_KEY or, if it is one of the list, from the keyring; the key of the server "
                    + "chosen in Parlando only from the keyring."))
    }

    private static var streams: String {
        HelpText.paragraphs(
            tr(
                "With --stream the file takes the same way as the microphone's sound, in blocks of 100 ms, and every "
                    + "event is one line of JSON:"),
            HelpText.form(
                #"{"t":1.62,"type":"interim","text":"ask not","words":[{"text","start","end","probability"}]}"#),
            tr(
                "t is in seconds since the first block arrived. interim has the words that may still change, final the "
                    + "new words that will not (a comma may follow its word by itself), warning a sentence in English, "
                    + "transcript the whole text. The last line is a summary; its revised_words are interim words that "
                    + "were shown and did not stay."))
    }

    private static var documents: String {
        HelpText.paragraphs(
            tr(
                "--format json has the whole text; segments, which are its words; and paragraphs. A word of which the "
                    + "recogniser was not sure has alternatives, the most probable first: what else was said. "
                    + "likelihood is the natural logarithm of their probability. The alternatives of the whole text "
                    + "read one of these words otherwise. A server tells no alternatives."),
            HelpText.form(
                #"{"text","confidence","is_final","timestamp","language","duration","#,
                #" "segments":[{"text","start_time","duration","confidence","#,
                #"              "alternatives":[{"text","confidence","likelihood"}]}],"#,
                #" "paragraphs":[{"text","start_time","duration","confidence"}],"#,
                #" "alternatives":[{"text","confidence","likelihood"}]}"#),
            tr(
                "With --partial the file is listened to as with --stream, and every line is such an object. If "
                    + "is_final is false, its words replace those of the line before unless that was final; if it is "
                    + "true, they stay, and the next line goes on after them."))
    }
}
