"""Servers on this machine that speak the LibreTranslate and the Gemini API, and misbehave when they are told to."""

import base64
import http.server
import io
import json
import math
import struct
import threading
import wave

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


class Server:
    """Answers JSON from its own thread until the `with` block ends."""

    type = "application/json"

    def __init__(self, port=0):
        self.requests = []
        self.paths = []
        self.status = 200
        # Nothing is answered while this is not set.
        self.go = threading.Event()
        self.go.set()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.paths.append(self.path)
                server.requests.append(body)
                server.go.wait(60)
                data = server.data(body)
                self.send_response(server.status)
                self.send_header("Content-Type", server.type)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    def data(self, body):
        return json.dumps(self.answer(body) if self.status == 200 else {"error": "not now"}).encode()

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.go.set()
        self.http.shutdown()
        self.http.server_close()


class TranslationServer(Server):
    def answer(self, body):
        text, target = body["q"], body["target"]
        answer = {"translatedText": PHRASES.get((text, target), f"[{target}] {text}")}
        if body["source"] == "auto":
            answer["detectedLanguage"] = {"language": language(text), "confidence": 90}
        return answer


def tone(seconds=0.5, rate=24_000):
    """A WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        for index in range(int(seconds * rate)):
            sound.writeframesraw(struct.pack("<h", int(10_000 * math.sin(index * 2 * math.pi * 440 / rate))))
    return base64.b64encode(file.getvalue()).decode()


class GeminiServer:
    """Streams one translation, the first letters at once, the rest when `go` is set; and speaks, as Gemini and as
    Google Cloud Text-to-Speech do, whatever it is given as a tone."""

    def __init__(self, translation, at_once="", port=0):
        self.keys = []
        self.spoken = []
        self.speech_status = 200
        self.go = threading.Event()
        if not at_once:
            self.go.set()
        server = self
        answer = json.dumps({"detectedLanguage": "en", "translation": translation}, ensure_ascii=False)
        border = answer.index(at_once) + len(at_once)

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith("/v1/voices"):
                    voice = {"name": "es-ES-Neural2-A", "languageCodes": ["es-ES"], "ssmlGender": "FEMALE"}
                    return self.answer({"voices": [voice]})
                models = [{"name": f"models/gemini-9-flash-lite{kind}",
                           "supportedGenerationMethods": ["generateContent"]} for kind in ("", "-tts")]
                self.answer({"models": models})

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if not self.path.split("?")[0].endswith("streamGenerateContent"):
                    return self.speak(body)
                self.begin("text/event-stream")
                self.say({"content": {"parts": [{"text": answer[:border]}]}})
                server.go.wait(60)
                self.say({"content": {"parts": [{"text": answer[border:]}]}, "finishReason": "STOP"})

            def speak(self, body):
                if server.speech_status != 200:
                    return self.answer({"error": {"code": server.speech_status}}, server.speech_status)
                if "input" in body:
                    server.spoken.append(body["input"]["text"])
                    return self.answer({"audioContent": tone()})
                server.spoken.append(body["contents"][0]["parts"][0]["text"])
                sound = {"inlineData": {"mimeType": "audio/wav", "data": tone()}}
                self.answer({"candidates": [{"content": {"parts": [sound]}, "finishReason": "STOP"}]})

            def answer(self, value, status=200):
                self.begin("application/json", status)
                self.wfile.write(json.dumps(value).encode())

            def begin(self, kind, status=200):
                server.keys.append(self.headers["x-goog-api-key"])
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()

            def say(self, candidate):
                self.wfile.write(b"data: " + json.dumps({"candidates": [candidate]}).encode() + b"\r\n\r\n")
                self.wfile.flush()

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    __enter__ = Server.__enter__
    __exit__ = Server.__exit__
