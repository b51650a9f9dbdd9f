"""Servers on this machine that speak the LibreTranslate and the Gemini API, and misbehave when they are told to."""

import http.server
import json
import socket
import threading

# What it translates, by target language.
PHRASES = {
    ("Good morning", "es"): "Buenos días",
    ("Good morning", "ar"): "صباح الخير",
    ("Good morning", "ru"): "Доброе утро",
    ("Buenos días", "en"): "Good morning",
    ("Where is the station?", "es"): "¿Dónde está la estación?",
    ("Where is the station?", "ar"): "أين المحطة؟",
    ("Где вокзал?", "es"): "¿Dónde está la estación?",
    ("Good morning! Could you tell me when the next train to the sea leaves?", "es"):
        "¡Buenos días! ¿Podría decirme cuándo sale el próximo tren hacia el mar?",
    ("Good morning! Could you tell me when the next train to the sea leaves?", "ar"):
        "صباح الخير! هل يمكنك أن تخبرني متى يغادر القطار التالي إلى البحر؟",
    ("Доброе утро! Подскажите, когда отходит следующий поезд к морю?", "es"):
        "¡Buenos días! ¿Podría decirme cuándo sale el próximo tren hacia el mar?",
}


def language(text):
    """The language of a text, as far as these tests need it."""
    if any("а" <= letter.lower() <= "я" for letter in text):
        return "ru"
    return "es" if any(letter in "áéíóúñ¿" for letter in text) else "en"


class TranslationServer:
    """Answers from its own thread until the `with` block ends."""

    def __init__(self, port=0):
        self.requests = []
        self.status = 200
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append(body)
                answer = server.answer(body) if server.status == 200 else {"error": "not now"}
                data = json.dumps(answer).encode()
                self.send_response(server.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    def answer(self, body):
        text, target = body["q"], body["target"]
        answer = {"translatedText": PHRASES.get((text, target), f"[{target}] {text}")}
        if body["source"] == "auto":
            answer["detectedLanguage"] = {"language": language(text), "confidence": 90}
        return answer

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()


class GeminiServer:
    """Streams one translation: the first letters at once, the rest when `go` is set."""

    def __init__(self, translation, at_once):
        self.keys = []
        self.go = threading.Event()
        server = self
        answer = json.dumps({"detectedLanguage": "en", "translation": translation}, ensure_ascii=False)
        border = answer.index(at_once) + len(at_once)

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.begin("application/json")
                model = {"name": "models/gemini-9-flash-lite", "supportedGenerationMethods": ["generateContent"]}
                self.wfile.write(json.dumps({"models": [model]}).encode())

            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.begin("text/event-stream")
                self.say({"content": {"parts": [{"text": answer[:border]}]}})
                server.go.wait(60)
                self.say({"content": {"parts": [{"text": answer[border:]}]}, "finishReason": "STOP"})

            def begin(self, kind):
                server.keys.append(self.headers["x-goog-api-key"])
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()

            def say(self, candidate):
                self.wfile.write(b"data: " + json.dumps({"candidates": [candidate]}).encode() + b"\r\n\r\n")
                self.wfile.flush()

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    __enter__ = TranslationServer.__enter__
    __exit__ = TranslationServer.__exit__


def free_port():
    """A port at which nobody answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
