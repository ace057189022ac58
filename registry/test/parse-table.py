"""Writes parse-table.json: what Python's int(), float() and configparser make of many texts.

Run it from this folder: python3 parse-table.py
One row is [type, text, answer]; the answer of int and float is their repr, null where Python raises.
"""

import configparser
import itertools
import json
import random

BLANKS = " \t\n\r\f\v"
random.seed(20)


def reference_int(text):
    return repr(int(text))


def reference_float(text):
    return repr(float(text))


def reference_bool(text):
    # "" is false in the policy; Python's table of words has no entry for it.
    return ({"": False} | configparser.RawConfigParser.BOOLEAN_STATES)[text.strip(BLANKS).lower()]


def answer(reference, text):
    try:
        return reference(text)
    except (ValueError, KeyError):
        return None


def padded(text):
    yield text
    yield random.choice(BLANKS) + text
    yield text + random.choice(BLANKS)
    yield "".join(random.choices(BLANKS, k=3)) + text + "".join(random.choices(BLANKS, k=2))


def mutated(text, alphabet):
    """The text with one letter inserted, replaced or removed."""
    at = random.randrange(len(text) + 1)
    letter = random.choice(alphabet)
    yield text[:at] + letter + text[at:]
    if text:
        at %= len(text)
        yield text[:at] + letter + text[at + 1 :]
        yield text[:at] + text[at + 1 :]


def texts_of_int():
    for digits in ["0", "7", "42", "007", "1_000", "1__0", "_1", "1_", "0_0", "00", "9007199254740991", "9007199254740992", "9223372036854775807", "123456789012345678901234567890", "0x10", "0b1", "0o7", "1e3", "1.0", "1,000", "１２", "٣", "", "+", "-", "--1", "+-1", "- 1", "1 2", "\x1c1", "1\x1f", "\xa01", "1\u2003", "\ufeff1", "inf", "nan", "true", "1n", "1L", "²", "½"]:
        for sign in ["", "+", "-"]:
            yield from padded(sign + digits)
    for _ in range(300):
        whole = str(random.randrange(10 ** random.randrange(1, 17)))
        yield random.choice(["", "+", "-"]) + whole
        yield from mutated(whole, "0123456789_+-. e\tx")


def texts_of_float():
    parts = ["", "0", "1", "1_0", "_1", "1_", "12"]
    for whole, point, fraction, exponent in itertools.product(parts, ["", "."], ["", "0", "5", "5_0", "_5", "5_"], ["", "e3", "E-3", "e+1_0", "e", "e_1", "e1_"]):
        yield whole + point + fraction + exponent
    for word in ["inf", "Infinity", "INF", "nan", "NaN", "infinit", "in", "na", "nan0", "infinity1", "i_nf", "nan(1)", "1e400", "-1e400", "1e-400", "5e-324", "2e-324", "1.7976931348623157e308", "1.7976931348623159e308", "0.1", "0.30000000000000004", "9007199254740993", "123456789012345678901234567890", "0x1p3", "0x10", "1f", "1d", "1,5", "١.٥", "１", "∞", "1.2.3", "1e1.5", "\x1c1.0", "\xa01.0", "1.0\u3000", "."]:
        for sign in ["", "+", "-", "+-"]:
            yield from padded(sign + word)
    for _ in range(300):
        number = repr(random.choice([random.random(), random.uniform(-1e6, 1e6), random.uniform(1, 10) * 10.0 ** random.randrange(-300, 300)]))
        yield number
        yield from mutated(number, "0123456789_+-.eE \tx")


def texts_of_bool():
    for word in ["1", "true", "yes", "on", "0", "false", "no", "off", "", "y", "n", "t", "f", "2", "-1", "01", "1.0", "enabled", "none", "null", "maybe", "tru", "oN.", "ye s", "ｔｒｕｅ", "\x1ctrue", "\xa0true", "о\u006e"]:
        for spelled in dict.fromkeys([word, word.upper(), word.capitalize(), word.swapcase(), "".join(random.choice([c.lower(), c.upper()]) for c in word)]):
            yield from padded(spelled)


def main():
    rows = []
    for kind, reference, texts in [("bool", reference_bool, texts_of_bool), ("int", reference_int, texts_of_int), ("float", reference_float, texts_of_float)]:
        for text in sorted(set(texts())):
            rows.append([kind, text, answer(reference, text)])
    with open("parse-table.json", "w", encoding="ascii") as file:
        file.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


main()
