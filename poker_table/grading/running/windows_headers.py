"""Two headers that courses on Windows include, with as much in them as a poker hand needs."""

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
#: Before a compiler's command: headers between < and > are looked for in the folder, too.
FOUND_BY = "export CPATH=.; "


def supply_headers(folder: str) -> None:
    """Write the headers to a folder, as Windows and as others spell them, where it has none."""
    names = {path.name for path in Path(folder).iterdir()}
    for name, text in HEADERS.items():
        for spelt in {name, name.capitalize(), name.replace("stdafx", "StdAfx")} - names:
            Path(folder, spelt).write_text(f"#pragma once\n{text}", "utf-8")
