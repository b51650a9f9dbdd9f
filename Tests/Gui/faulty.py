"""ALSA devices that do what a plan says; see scripts/tools/faulty_pcm.c."""


def device(*plan):
    """The name of a device that does what these words say."""
    return "faulty:" + "+".join(plan)


def word(kind, path):
    """A word with a path: in a plan a dot stands for a slash."""
    assert "." not in str(path), path
    return f"{kind}-{str(path).replace('/', '.')}"
