/// Sample texts with which the user can listen to a voice.
public enum VoiceSample {
    /// Returns two sample sentences in a language; nil if the translator does not support the language. The sentences
    /// contain a question, a number and a pause.
    ///
    /// - Parameter language: ISO 639-1 code.
    public static func text(in language: String) -> String? {
        sentences[language]
    }

    private static let sentences = [
        "en": "Hello, this is how I sound. Shall we meet at half past nine?",
        "es": "Hola, así suena mi voz. ¿Nos vemos a las nueve y media?",
        "fr": "Bonjour, voici ma voix. On se retrouve à neuf heures et demie ?",
        "de": "Hallo, so klingt meine Stimme. Treffen wir uns um halb zehn?",
        "ja": "こんにちは、これがわたしのこえです。くじはんにあいましょうか？",
        "zh": "你好，这就是我的声音。我们九点半见面，好吗？",
        "ko": "안녕하세요, 제 목소리는 이렇습니다. 아홉 시 반에 만날까요?",
        "it": "Ciao, questa è la mia voce. Ci vediamo alle nove e mezza?",
        "pt": "Olá, esta é a minha voz. Vamos nos encontrar às nove e meia?",
        "ru": "Здравствуйте, так звучит мой голос. Встретимся в половине десятого?",
        "ar": "مرحبا، هكذا يبدو صوتي. هل نلتقي في التاسعة والنصف؟",
        "hi": "नमस्ते, मेरी आवाज़ ऐसी है। क्या हम साढ़े नौ बजे मिलें?",
        "nl": "Hallo, zo klinkt mijn stem. Zullen we om half tien afspreken?",
        "sv": "Hej, så här låter min röst. Ska vi ses klockan halv tio?",
        "pl": "Cześć, tak brzmi mój głos. Spotkamy się o wpół do dziesiątej?",
    ]
}
