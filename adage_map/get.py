"""One answer of the map, without a browser or a port: `adage map --get PATH`.

In: an app and a path. Out: the answer's body on the standard output, and an exit code.
"""

from __future__ import annotations

import sys

from flask import Flask

from adage_map.app import Context
from adage_map.security import cookie_name


def print_answer(app: Flask, context: Context, path: str) -> int:
    """Ask the app for `path` as a browser that was let in; 0 when it answered without an error."""
    browser = app.test_client()
    browser.set_cookie(cookie_name("80"), context.access.cookie)
    response = browser.get(path, buffered=True)
    sys.stdout.buffer.write(response.data)
    if response.data and not response.data.endswith(b"\n") and sys.stdout.isatty():
        sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()
    return 0 if response.status_code < 400 else 1
