"""The rhythm page on devices that come and go, that know one rate only, and on a computer that sleeps."""

import array
import pathlib
import re
import subprocess
import tempfile
import unittest

import screen
from faulty import device, word
from program import ROOT
from test_rhythm import Rhythm

LOST = "The audio device was disconnected. Reconnect it or choose another to continue."


class Devices(Rhythm):
    """The page with a loudspeaker and a microphone of these names."""

    def __init__(self, output, microphone="", **choices):
        super().__init__(output=f"'{output}'", **choices)
        self.program.set("microphone", f"'{microphone}'")

    def status(self, text):
        screen.wait(text, lambda: self.program.find("status bar", text), 15)


class DevicesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.plug = self.folder / "plug"
        self.plug.touch()

    def lose_and_find(self, page):
        page.begin()
        page.count_in()
        self.plug.unlink()
        page.status("Waiting for the audio device")
        screen.wait("the sentence", lambda: page.reads(LOST))
        self.plug.touch()
        self.assertNotEqual(page.count_in(), "")
        # It is stopped before the first note, so there are no results.
        page.program.key("Escape")
        page.see_button("start")

    def test_a_loudspeaker_that_went_away_and_came_back_goes_on_with_a_count_in(self):
        with Devices(device("rate-48000", word("file", self.plug)), tempo=90.0, bars=0) as page:
            self.lose_and_find(page)

    def test_a_microphone_that_went_away_and_came_back_goes_on_with_a_count_in(self):
        microphone = device("air-5000", word("file", self.plug))
        with Devices(device("air-0"), microphone, tempo=90.0, bars=0, input="'microphone'") as page:
            self.lose_and_find(page)

    def test_a_mono_loudspeaker_of_44100_hz_and_large_periods_clicks_on_its_samples(self):
        record, rate, tempo = self.folder / "played", 44_100, 133.33
        name = device(f"rate-{rate}", "channels-1", "period-8192", word("record", record))
        with Devices(name, tempo=tempo, bars=2, guide_on="false") as page:
            page.begin()
            self.assertNotEqual(page.count_in(), "")
            page.see_button("again")
        sound = array.array("h", record.read_bytes())
        clicks, last = [], -rate
        for frame, sample in enumerate(sound):
            if abs(sample) > 3000:
                if frame - last > rate // 5:
                    clicks.append(frame)
                last = frame
        ideal = [round(beat * 60 * rate / tempo) for beat in range(len(clicks))]
        self.assertGreaterEqual(len(clicks), 12)
        self.assertEqual([click - clicks[0] for click in clicks], ideal)

    def test_the_latency_is_measured_to_a_tenth_of_a_millisecond_on_every_kind_of_device(self):
        for plan in [], ["rate-44100", "channels-1", "period-8192"], ["rate-44100", "format-s32", "period-4096"]:
            with self.subTest(plan=plan):
                self.check_latency(device("air-0", *plan), device("air-23000", *plan), "23")

    def test_the_latency_between_devices_of_different_rates_is_measured_too(self):
        self.check_latency(device("air-0", "rate-44100", "channels-1"), device("air-23000", "rate-48000"), "23")

    def check_latency(self, output, microphone, expected):
        with Devices(output, microphone, input="'microphone'") as page:
            page.program.press("Calibrate Latency")
            page.program.press("Play Test Sound")
            toast = screen.wait("what was measured", lambda: next(
                (text for text in page.labels() if re.search(r"Latency .* ±", text)), None), 90)
            latency, doubt = (float(number) for number in re.search(r"([\d.]+) ms ± ([\d.]+) ms", toast).groups())
            self.assertLess(abs(latency - float(expected)), 0.6)  # it is shown in whole milliseconds
            self.assertLessEqual(doubt, 0.5)

    def test_after_the_computer_slept_the_exercise_goes_on_with_a_count_in(self):
        shim, slept = self.folder / "sleep.so", self.folder / "slept"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, ROOT / "scripts/tools/sleeping_clock.c", "-ldl"],
                       check=True)
        page = Devices(device("rate-48000"), tempo=90.0, bars=0)
        page.program.environment |= {"LD_PRELOAD": str(shim), "PARLANDO_SLEPT": str(slept)}
        with page:
            page.begin()
            page.count_in()
            slept.write_text("90")
            self.assertNotEqual(page.count_in(), "")


if __name__ == "__main__":
    unittest.main()
