"""Loss of a fibre link between its two modules."""

from __future__ import annotations

import numpy as np

from configurator.measures.floor import Floats

ATTENUATION_DB_PER_KM = {"OS2": 1.0, "OM3": 3.0, "OM4": 3.0, "OM5": 3.0}
"""Most that cabled fibre of a kind may lose inside a building [dB/km] (TIA-568.3-D: single mode inside plant; multimode
at 850 nm)."""


def path_loss_db(glass: str, metres: Floats | float, junctions: int, junction_db: float | None) -> Floats | None:
    """Loss of fibre and of the mated pairs between two modules [dB]; None where the glass or a pair's loss is unknown.

    glass: fibre kind as the catalog calls it, `OS2 SMF`; metres: length of the fibre [m]; junction_db: loss of one
    mated pair [dB]. The connectors at the modules count with the modules (IEEE 802.3).
    """
    rate = next((db for kind, db in ATTENUATION_DB_PER_KM.items() if kind in glass), None)
    if rate is None or (junctions and junction_db is None):
        return None
    found: Floats = np.asarray(metres, dtype=np.float64) * rate / 1000 + junctions * (junction_db or 0.0)
    return found
