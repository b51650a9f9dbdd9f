/// Common phrases of travellers, whose translations are fetched in advance.
public enum CommonPhrases {
    /// Language pairs whose phrases are translated in advance, in the form `source-target`.
    public static let pairs: Set<String> = ["en-es", "en-fr", "en-de", "es-en", "fr-en", "de-en"]

    /// Returns the phrases in a language; empty if there are none.
    public static func phrases(_ language: String) -> [String] {
        switch language {
        case "en":
            [
                "Hello.", "Good morning.", "Good evening.", "Thank you.", "Please.", "Excuse me.", "Yes.", "No.",
                "Goodbye.", "How much is it?", "Where is the station?", "Where is the toilet?", "I don't understand.",
                "Can you help me?", "Do you speak English?", "The bill, please.", "I need a doctor.",
                "What time is it?",
            ]
        case "es":
            [
                "Hola.", "Buenos días.", "Buenas noches.", "Gracias.", "Por favor.", "Perdón.", "Sí.", "No.", "Adiós.",
                "¿Cuánto cuesta?", "¿Dónde está la estación?", "¿Dónde está el baño?", "No entiendo.",
                "¿Puede ayudarme?", "¿Habla español?", "La cuenta, por favor.", "Necesito un médico.", "¿Qué hora es?",
            ]
        case "fr":
            [
                "Bonjour.", "Bonsoir.", "Merci.", "S'il vous plaît.", "Excusez-moi.", "Oui.", "Non.", "Au revoir.",
                "Combien ça coûte ?", "Où est la gare ?", "Où sont les toilettes ?", "Je ne comprends pas.",
                "Pouvez-vous m'aider ?", "Parlez-vous français ?", "L'addition, s'il vous plaît.",
                "J'ai besoin d'un médecin.", "Quelle heure est-il ?",
            ]
        case "de":
            [
                "Hallo.", "Guten Morgen.", "Guten Abend.", "Danke.", "Bitte.", "Entschuldigung.", "Ja.", "Nein.",
                "Auf Wiedersehen.", "Wie viel kostet das?", "Wo ist der Bahnhof?", "Wo ist die Toilette?",
                "Ich verstehe nicht.", "Können Sie mir helfen?", "Sprechen Sie Deutsch?", "Die Rechnung, bitte.",
                "Ich brauche einen Arzt.", "Wie spät ist es?",
            ]
        default:
            []
        }
    }
}
