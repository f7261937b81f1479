"""Build the bundled table of vectors from the original files of potion-base-8M.

In: a folder with model.safetensors, tokenizer.json and config.json of minishlab/potion-base-8M
(revision bf8b056651a2c21b8d2565580b8569da283cab23). Out: the table that `adage.embed` reads, the
same bytes on any machine.

usage: python tools/build_model.py SOURCE [OUTPUT]
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from adage.embed import bundled_path
from adage.embed.table import MAGIC, SLOTS, VERSION

SOURCES = {
    "model.safetensors": "f65d0f325faadc1e121c319e2faa41170d3fa07d8c89abd48ca5358d9a223de2",
    "tokenizer.json": "e67e803f624fb4d67dea1c730d06e1067e1b14d830e2c2202569e3ef0f70bb50",
    "config.json": "2a6ac0e9aaa356a68a5688070db78fc3a464fefe85d2f06a1905ce3718687553",
}


def build(source: Path) -> bytes:
    """The table's bytes from the folder `source`. Exits when a file is not the pinned one."""
    for name, pinned in SOURCES.items():
        found = hashlib.sha256((source / name).read_bytes()).hexdigest()
        if found != pinned:
            sys.exit(f"{source / name} is not the original: its SHA-256 is {found}, not {pinned}")
    rows = read_rows(source / "model.safetensors")
    vocabulary = json.loads((source / "tokenizer.json").read_text("utf-8"))["model"]["vocab"]
    texts = [text.encode("utf-8") for text in sorted(vocabulary, key=vocabulary.__getitem__)]
    if len(texts) != len(rows):
        sys.exit(f"{len(rows)} rows do not fit {len(texts)} pieces")
    scales, quantised = quantise(rows)
    joined = b"".join(texts)
    ends = np.cumsum([0, *map(len, texts)]).astype("<u4")
    head = MAGIC + struct.pack("<5I", VERSION, *rows.shape, len(joined), 0)
    parts = (head, fill_slots(texts), ends.tobytes(), joined, scales.tobytes(), quantised.tobytes())
    return b"".join(parts)


def read_rows(path: Path) -> npt.NDArray[np.float64]:
    """The one matrix of a safetensors file."""
    content = path.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    (tensor,) = (value for name, value in header.items() if name != "__metadata__")
    start, end = tensor["data_offsets"]
    flat = np.frombuffer(content[8 + size + start : 8 + size + end], dtype="<f4")
    return flat.reshape(tensor["shape"]).astype(np.float64)


def quantise(rows: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int8]]:
    """Each row as int8 with a u16 scale of its own: the row's length is its weight, so keep it."""
    tops = np.abs(rows).max(axis=1) / 127
    steps = np.where(tops > 0, tops, 1.0)
    quantised = np.rint(rows / steps[:, None]).astype("<i1")
    scales = np.maximum(1, np.rint(tops / tops.max() * 65_535)).astype("<u2")
    return scales, quantised


def fill_slots(texts: list[bytes]) -> bytes:
    """The look-up table: the number + 1 of each piece at the crc32 of its bytes, or after it."""
    slots = [0] * SLOTS
    for number, text in enumerate(texts):
        slot = zlib.crc32(text) % SLOTS
        while slots[slot]:
            slot = (slot + 1) % SLOTS
        slots[slot] = number + 1
    return struct.pack(f"<{SLOTS}H", *slots)


def main() -> None:
    """Build and write the table, and print its size and SHA-256."""
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    output = Path(sys.argv[2] if len(sys.argv) == 3 else bundled_path())
    content = build(Path(sys.argv[1]))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(content)
    print(f"{output}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
