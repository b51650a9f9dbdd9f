"""Programs whose cost is known."""
import sys
import unittest

from process import busy_seconds, own_seconds, run

BURN = "import time\nwhile time.process_time() < 1.2: pass"


class Running(unittest.TestCase):
    def test_processor_time_and_output_are_told(self):
        result = run([sys.executable, "-c", BURN + "\nprint('done')"], is_sampled=True)
        self.assertEqual(result.output, "done\n")
        self.assertGreater(result.cpu, 1.1)
        self.assertGreaterEqual(len(result.samples), 2)
        self.assertAlmostEqual(result.samples[-1][1], result.cpu, delta=0.7)

    def test_memory_is_told(self):
        result = run([sys.executable, "-c", "b = bytearray(200 << 20)"])
        self.assertGreater(result.peak, 200)

    def test_a_program_that_fails_ends_the_benchmark_with_its_words(self):
        with self.assertRaisesRegex(SystemExit, "no such thing"):
            run([sys.executable, "-c", "raise SystemExit('no such thing')"])

    def test_variables_come_besides_those_that_are_there(self):
        code = "import os; print(os.environ['SLOWLY'], 'PATH' in os.environ)"
        self.assertEqual(run([sys.executable, "-c", code], environment={"SLOWLY": "2"}).output, "2 True\n")

    def test_what_is_measured_counts_as_own_work_and_as_work_of_the_machine(self):
        own, busy = own_seconds(), busy_seconds()
        run([sys.executable, "-c", BURN])
        self.assertGreater(own_seconds() - own, 1.1)
        self.assertGreater(busy_seconds() - busy, 1.1)


if __name__ == "__main__":
    unittest.main()
