"""Write files all or nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from configurator.errors import Fault, InputError


def write_all_or_nothing(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder (made when missing): each whole under another name, then all renamed.

    Raises `InputError` with the path and the reason; what stood there before then still stands.
    """
    drafts: dict[Path, Path] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in contents.items():
            target = folder / name
            if target.is_dir():
                raise IsADirectoryError(21, "is a folder", str(target))
            handle, draft = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            drafts[Path(draft)] = target
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(draft).chmod(0o644)
        for path, target in drafts.items():
            path.replace(target)
    except OSError as error:
        where = str(error.filename or folder)
        fault = Fault(where, (error.strerror or str(error)).lower())
        raise InputError("cannot write; nothing was changed", [fault]) from None
    finally:
        for path in drafts:
            path.unlink(missing_ok=True)
    return list(drafts.values())
