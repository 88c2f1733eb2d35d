"""JSON lines with the median and the spread of repeated measurements."""

import json
import os
import statistics
from collections.abc import Sequence
from typing import Any


def percentile(values: Sequence[float], percent: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(percent / 100 * len(ordered)))]


def report(what: str, unit: str, values: Sequence[float], **more: Any) -> dict[str, Any]:
    """Print one line and answer it."""
    line = {
        "what": what,
        "unit": unit,
        "median": round(statistics.median(values), 3),
        "min": round(min(values), 3),
        "max": round(max(values), 3),
        "n": len(values),
        "load": round(os.getloadavg()[0], 2),
        **more,
    }
    print(json.dumps(line), flush=True)
    return line
