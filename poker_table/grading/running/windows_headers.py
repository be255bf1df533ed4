"""Two headers that courses on Windows include, with only as much as a poker hand needs."""

from __future__ import annotations

from pathlib import Path

HEADERS = {
    "stdafx.h": "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#define _tmain main\ntypedef char _TCHAR;\n",
    "windows.h": "#include <unistd.h>\ntypedef void *HANDLE;\ntypedef unsigned long DWORD;\n"
    "typedef unsigned short WORD;\n#define STD_OUTPUT_HANDLE 0\n#define GetStdHandle(which) 0\n"
    "#define SetConsoleTextAttribute(handle, colour) 1\n#define SetConsoleOutputCP(page) 1\n"
    "#define Sleep(milliseconds) usleep(1000 * (milliseconds))\n",
}
#: A prefix for the compiler's command: also look in the working folder for `#include <...>`.
SEARCH_HERE = "export CPATH=.; "


def supply_headers(folder: str) -> None:
    """Write the headers that are missing to a folder, in each of their usual spellings."""
    existing = {path.name for path in Path(folder).iterdir()}
    for name, text in HEADERS.items():
        for spelling in {name, name.capitalize(), name.replace("stdafx", "StdAfx")} - existing:
            Path(folder, spelling).write_text(f"#pragma once\n{text}", "utf-8")
