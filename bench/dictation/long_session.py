"""A session of ten minutes: does a second at its end cost what a second at its start did?"""
from figures import Figure
from process import run
from sound import join

SECONDS = 600
# The same passage of speech is compared at the start and at the end, so that only the session's age differs.
BEGIN, LENGTH = 10, 60
# Seconds over which memory is averaged: at the end of a minute, for its first half still touches memory for the first time.
REST = 10


def long_session(tool, model, found, folder):
    """Repeats the longest recording until ten minutes are full; the title and the figures of that session."""
    longest = max((recording for recording in found if recording.row["lang"] == "en"), key=lambda r: r.seconds)
    times = max(2, -(-SECONDS // int(longest.seconds)))
    path = folder / "long.wav"
    join([longest.path] * times, path)
    result = run([tool, "transcribe", "--stream", "--pace", "real", "--format", "events", "--model", model, path],
                 is_sampled=True)
    (folder / "long.jsonl").write_text(result.output, encoding="utf-8")
    path.unlink()
    last = (times - 1) * longest.seconds + BEGIN
    early, late = result.share(BEGIN, BEGIN + LENGTH), result.share(last, last + LENGTH)
    before, after = (result.memory(begin + LENGTH - REST, begin + LENGTH) for begin in (BEGIN, last))
    figures = [
        Figure("CPU of one core in a minute at the start", early, "%"),
        Figure("CPU in the same words, said again at the end", late, "%", 1.1 * early if early else None),
        Figure("memory after the first minute", before, "MB"),
        Figure("memory after the last minute", after, "MB", before + 5 if before else None),
        Figure("peak memory", result.peak, "MB", 250),
    ]
    return f"a session of {times * longest.seconds / 60:.0f} minutes", figures
