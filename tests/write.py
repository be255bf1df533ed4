"""Update generated texts that the tests check: `python tests/write.py costs`, or several names."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).parent
FILES = {
    "costs": "grading/test_costs.py",
    "docs": "system/test_docs.py",
    "misconceptions": "practice/test_course.py",
    "samples": "system/test_sample_output.py",
    "styles": "system/test_styles.py",
}

if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if name in FILES]
    options = [option for option in sys.argv[1:] if option.startswith("-")]
    if not names or len(names) + len(options) < len(sys.argv) - 1:
        sys.exit(f"Usage: python tests/write.py NAME ...; each NAME is one of {', '.join(FILES)}")
    for name in names:
        path = TESTS / FILES[name]
        sys.path.insert(0, str(path.parent))
        import_module(path.stem).write(*options)
