"""`python -m adage.cli` is `adage`."""

import sys

from adage.cli import main

sys.exit(main())
