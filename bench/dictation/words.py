"""Words as scoring compares them: Whisper's English text normalisation."""
from functools import lru_cache

from whisper_normalizer.english import EnglishTextNormalizer

_normalise = EnglishTextNormalizer()


@lru_cache(maxsize=65536)
def tokens_of(word):
    """The normalised words of one written word: `won't` gives two, a hesitation or punctuation none."""
    # Of an ellipsis the normalisation leaves a dot.
    return tuple(token for token in _normalise(word).split() if any(letter.isalnum() for letter in token))


def tokens(words):
    """The normalised words of a run of written words, each normalised by itself."""
    return [token for word in words for token in tokens_of(word)]


def normalised(text):
    """A whole text, normalised at once, as the word error rate asks (numbers are joined across words)."""
    return _normalise(text)


def written_words(text):
    """Everything that a reader would call a word, brackets and hesitations included."""
    return [word for word in text.split() if any(letter.isalnum() for letter in word)]
