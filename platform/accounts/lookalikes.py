"""What a name looks like: a key that is the same for names a reader would take for each other.

The way of Unicode's "skeleton" (UTS 39, 4), with a table of our own for the alphabets people here write in: Latin,
Cyrillic, Greek and Arabic against each other, a few letters of Hebrew and Armenian. On top of it come what a skeleton
leaves apart and a card table does not: case, accents, spaces and signs, Arabic and Persian letters and figures.

A key is compared, never shown. A false match costs somebody a second choice of name; a missed one lets somebody pass
for another, so in doubt letters match.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST_KEY = 80
"""One character can unfold to eighteen; the column holds this much."""

# Each letter on the left draws like the one on the right, in a common face, in upper or lower case.
_DRAWS_LIKE = {
    # Latin within itself: figures, letters without a name that says what they are
    "0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "ı": "l", "ɩ": "l", "ǀ": "l", "ɑ": "a", "ɡ": "g", "ə": "e",
    "ǝ": "e", "ɛ": "e", "ɔ": "o", "ʋ": "u", "ʊ": "u", "þ": "p", "ð": "d", "æ": "ae", "œ": "oe", "ĸ": "k", "ŋ": "n",
    "ƨ": "s", "ƽ": "s", "ʒ": "z", "ȝ": "z", "ƿ": "p", "ß": "ss", "ǃ": "l", "ꞏ": "",
    # Cyrillic
    "а": "a", "в": "b", "г": "r", "е": "e", "з": "3", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c",
    "т": "t", "у": "y", "х": "x", "ь": "b", "ъ": "b", "ы": "bl", "ѕ": "s", "і": "l", "ј": "j", "ԁ": "d", "ԛ": "q",
    "ԝ": "w", "һ": "h", "ү": "y", "ұ": "y", "ѵ": "v", "ѡ": "w", "є": "e", "э": "e", "ӏ": "l", "п": "n", "щ": "ш",
    "ѳ": "o", "ө": "o", "ґ": "r", "ғ": "r", "ц": "u", "и": "u", "ч": "4", "б": "6", "ӕ": "ae",
    # Greek
    "α": "a", "β": "b", "γ": "y", "ε": "e", "ζ": "z", "η": "h", "ι": "l", "κ": "k", "μ": "m", "ν": "v", "ο": "o",
    "ρ": "p", "σ": "o", "τ": "t", "υ": "y", "χ": "x", "ω": "w", "π": "n", "ϲ": "c", "ϳ": "j", "θ": "o",
    "φ": "ф", "ϕ": "ф", "λ": "л",
    # Armenian and Hebrew letters that draw like Latin ones
    "օ": "o", "ս": "u", "ո": "n", "հ": "h", "ց": "g", "զ": "q", "յ": "j", "ը": "n", "լ": "l",
    "ס": "o", "ו": "l", "ן": "l", "י": "l", "ם": "o",
    # Arabic: letters that differ by language or by dots only, and those that draw like Latin ones
    "ي": "ی", "ى": "ی", "ے": "ی", "ې": "ی", "ۍ": "ی", "ێ": "ی", "ؠ": "ی", "ك": "ک", "ڪ": "ک", "ګ": "گ", "ڬ": "ک",
    "ة": "o", "ه": "o", "ہ": "o", "ھ": "o", "ە": "o", "ۃ": "o", "ۂ": "o", "ۀ": "o", "ا": "l", "ٱ": "l", "ٲ": "l",
    "ٳ": "l", "ۆ": "و", "ۇ": "و", "ۈ": "و", "ۋ": "و", "ۏ": "و", "ۊ": "و", "ں": "ن", "ڼ": "ن", "ٹ": "ت", "ټ": "ت",
    "ڈ": "د", "ډ": "د", "ڑ": "ر", "ړ": "ر", "ڵ": "ل", "ڤ": "ف", "ء": "",
}  # fmt: skip

# Two letters that close up to one.
_PAIRS = (("rn", "m"), ("vv", "w"))

# A stroke between letters draws like one of them; at the end of a word it is a sign, and dropped as all signs are.
_SIGNS = re.compile(r"(?<![^\W_])(?<![!|])[!|]+|[!|]++(?![^\W_])")

_NAMED = re.compile(
    r"^(LATIN|CYRILLIC|GREEK|ARABIC) (?:SMALL LETTER|LETTER SMALL CAPITAL|LETTER) (.+?)(?: WITH .+)?$",
)

# White letters on black, and those that flags are made of: signs that are read as letters, and do not decompose.
_FRAMED = re.compile(r"^(?:NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL|REGIONAL INDICATOR SYMBOL) LETTER ([A-Z])$")

# UAX 31, table 5: alphabets in everyday use. Letters of others draw like these and are read by few.
_KNOWN = {
    "LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "ARMENIAN", "GEORGIAN", "DEVANAGARI", "BENGALI", "GUJARATI",
    "GURMUKHI", "KANNADA", "MALAYALAM", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAI", "LAO", "KHMER", "MYANMAR",
    "TIBETAN", "ETHIOPIC", "THAANA", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO", "CJK",
}  # fmt: skip
_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
_SCRIPT_WORDS = {"IDEOGRAPHIC": "CJK", "MODIFIER": ""}


def key(name: str) -> str:
    """What is unique among members: equal for names that look alike."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    drawn = "".join(_drawn(character) for character in unicodedata.normalize("NFD", _SIGNS.sub("", text)))
    for pair, one in _PAIRS:
        drawn = drawn.replace(pair, one)
    return drawn[:LONGEST_KEY]


@lru_cache(maxsize=4096)
def _drawn(character: str) -> str:
    """What one character of a folded, decomposed name adds to its key: nothing for accents, spaces and signs."""
    known = _DRAWS_LIKE.get(character)
    if known is not None:
        return known
    category = unicodedata.category(character)
    figure = unicodedata.digit(character, None)
    if figure is not None:  # ٤ and ۴ are a 4, and so is ❹
        return _DRAWS_LIKE.get(str(figure), str(figure))
    framed = _FRAMED.search(unicodedata.name(character, "")) if category == "So" else None
    if framed is not None:
        return _DRAWS_LIKE.get(framed[1].lower(), framed[1].lower())
    if category == "Lm" or category[0] not in "LMN":
        return ""
    if category[0] == "M":  # a vowel sign of Hindi or Thai is a letter, an accent is not
        return "" if category == "Me" or unicodedata.combining(character) else character
    base = _base(character)
    return _DRAWS_LIKE.get(base, base)


def _base(character: str) -> str:
    """The letter without strokes, hooks and tails, which do not decompose: ø, ł, ӄ, and small capitals."""
    named = _NAMED.match(unicodedata.name(character, ""))
    if named is None:
        return character
    alphabet, letter = named.groups()
    plain = f"{alphabet} LETTER {letter}" if alphabet == "ARABIC" else f"{alphabet} SMALL LETTER {letter}"
    try:
        return unicodedata.lookup(plain)
    except KeyError:
        return character


@lru_cache(maxsize=4096)
def script(character: str) -> str:
    """The alphabet a letter belongs to, or a vowel sign that counts as one, by its Unicode name; "" for what is
    neither. A letter without a name is of no alphabet that is known here."""
    category = unicodedata.category(character)
    if category[0] != "L" and (category not in ("Mn", "Mc") or unicodedata.combining(character)):
        return ""
    plain = unicodedata.normalize("NFKC", character)[:1]
    first = unicodedata.name(plain, "NAMELESS").split(" ")[0].split("-")[0]
    return _SCRIPT_WORDS.get(first, first)


def mixed_word(name: str) -> str:
    """The first word that mixes alphabets, or is written in one that is not in everyday use; "" if there is none."""
    for word in re.split(r"[\s\-_.,·/]+", name):
        scripts = {script(character) for character in word} - {""}
        if scripts - _KNOWN or (len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)):
            return word
    return ""
