"""Writes values.tsv: what a value is to say, as JSON, and its pickle in hexadecimal digits, by each protocol of this
Python. Run it in this folder."""

import collections
import dataclasses
import datetime
import decimal
import enum
import json
import pathlib
import pickle
import re
import sys
import types
import uuid


@dataclasses.dataclass
class Answer:
    status: str
    message: str


class Slotted:
    __slots__ = ("message",)

    def __init__(self, message):
        self.message = message


class Denied(Exception):
    def __init__(self, user):
        super().__init__(f"{user} may not")
        self.user = user

    def __reduce__(self):
        return (Denied, (self.user,), self.__dict__)


class NoReasonError(Exception):
    def __init__(self, reason):
        super().__init__()
        self.reason = reason

    def __reduce__(self):
        return (NoReasonError, (), self.__dict__)


class Level(enum.Enum):
    HIGH = 3


class Names(list):
    pass


Pair = collections.namedtuple("Pair", "left right")

# As in other programs: the names are what matters.
here = types.ModuleType("agents")
sys.modules["agents"] = here
for one in (Answer, Slotted, Denied, NoReasonError, Level, Names, Pair):
    one.__module__ = "agents"
    setattr(here, one.__name__, one)

shared = ["a"]
circle = []
circle.append(circle)
default = collections.defaultdict(list)
default["blocked"].append("need a key")

values = [
    (None, ""),
    (True, "true"),
    (False, "false"),
    (0, "0"), (255, "255"), (65535, "65535"), (-1, "-1"), (2**31 - 1, "2147483647"), (-2**40, "-1099511627776"),
    (2**80, "1208925819614629174706176"), (-2**80 - 1, "-1208925819614629174706177"),
    (0.5, "0.5"), (-1e300, "-1e+300"),
    ("", ""),
    ("I need permission to push.", "I need permission to push."),
    ("naïve 日本 \U0001f600\n'\"\\u0041", "naïve 日本 \U0001f600\n'\"\\u0041"),
    ("x" * 300, "x" * 300),
    (b"bytes of a text", "bytes of a text"),
    (b"\xff\x00", "[… 2 bytes …]"),
    (bytearray(b"bytes of a text"), "bytes of a text"),
    ([], "[]"), ((), "[]"), ({}, "{}"),
    ([1, "two", None, 3.0, [True]], '[1, "two", null, 3, [true]]'),
    (("one",), '["one"]'), (("one", 2), '["one", 2]'), (("one", 2, 3), '["one", 2, 3]'), ((1, 2, 3, 4), "[1, 2, 3, 4]"),
    ({"status": "blocked", "message": "I need the \"key\" <now>"}, '{"status": "blocked", "message": "I need the \\"key\\" <now>"}'),
    ({1: "one", (2, 3): "two"}, '{"1": "one", "[2, 3]": "two"}'),
    ({"only"}, '["only"]'), (frozenset({"only"}), '["only"]'),
    ([shared, shared], '[["a"], ["a"]]'),
    (collections.OrderedDict([("b", 1), ("a", 2)]), '{"b": 1, "a": 2}'),
    (collections.OrderedDict(), "{}"),
    (default, '{"blocked": ["need a key"]}'),
    (ValueError("no such file"), "ValueError: no such file"),
    (ValueError(), "ValueError"),
    (KeyError("name", 1), "KeyError: name, 1"),
    (PermissionError(13, "Permission denied"), "PermissionError: [Errno 13] Permission denied"),
    (FileNotFoundError(2, "No such file", "/x"), "FileNotFoundError: [Errno 2] No such file, /x"),
    (Denied("alice"), "Denied: alice"),
    (NoReasonError("no key"), 'NoReasonError: {"reason": "no key"}'),
    ({"error": ValueError("no")}, '{"error": {"ValueError": "no"}}'),
    ({"exc_type": "Denied", "exc_message": ("alice",), "exc_module": "agents"}, "Denied: alice"),
    (Answer("blocked", "I need a key"), '{"status": "blocked", "message": "I need a key"}'),
    ([Answer("done", "")], '[{"status": "done", "message": ""}]'),
    (Slotted("I need a key"), '{"message": "I need a key"}'),
    (Names(["a", "b"]), '["a", "b"]'),
    (Pair("l", {"r": 1}), 'Pair: l, {"r": 1}'),
    (Level.HIGH, "agents.Level.HIGH"),
    (decimal.Decimal("1.20"), "1.20"), ({"cost": decimal.Decimal("1.20")}, '{"cost": "1.20"}'),
    (pathlib.PurePosixPath("/srv/a b/c"), "/srv/a b/c"), (pathlib.PurePosixPath("a/b"), "a/b"), (pathlib.PurePosixPath("/"), "/"),
    (datetime.datetime(2026, 1, 10, 12, 30, 5, 250000), "2026-01-10T12:30:05.25"),
    (datetime.date(2026, 1, 10), "2026-01-10"),
    ([datetime.datetime(2026, 1, 10, 12, 30, 5)], '["2026-01-10T12:30:05"]'),
    (uuid.UUID("12345678-1234-5678-1234-567812345678"), "12345678-1234-5678-1234-567812345678"),
    ([uuid.UUID(int=5)], '["00000000-0000-0000-0000-000000000005"]'),
    (len, "builtins.len"), (Answer, "agents.Answer"),
]
only_from = {"Slotted": 2}

with open("values.tsv", "w") as file:
    for value, text in values:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            if protocol < only_from.get(type(value).__name__, 0):
                continue
            want = text
            if protocol < 3:
                want = re.sub("builtins.len|(Permission|FileNotFound)Error: .Errno", lambda m: "OSError: [Errno" if m[1] else "__builtin__.len", text)
            raw = pickle.dumps(value, protocol)
            file.write(f"{protocol}\t{json.dumps(want)}\t{raw.hex()}\n")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        want = "[" * 33 + '"…"' + "]" * 33
        file.write(f"{protocol}\t{json.dumps(want)}\t{pickle.dumps(circle, protocol).hex()}\n")
