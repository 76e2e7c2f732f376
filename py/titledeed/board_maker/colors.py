"""How far apart the colors of two groups look, to color-blind people too."""

from __future__ import annotations

from typing import Final

Rgb = tuple[float, float, float]

# Colors to choose from: those of the printed boards, and four more.
PALETTE: Final = (
    *("#7a4a2b", "#8cc7de", "#b0397a", "#e08a1e", "#c8372d", "#ecc52d", "#2f8550", "#26418f"),
    *("#5f8f88", "#8a7f2b", "#8a5aa8", "#444c52"),
)
# Linear RGB as people without long- or medium-wave cones see it (Viénot, Brettel and Mollon 1999).
_SEEN: Final[tuple[tuple[Rgb, Rgb, Rgb], ...]] = (
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
)
CLOSE: Final = 0.1  # of a distance in Oklab


def _linear(color: str) -> Rgb:
    parts = []
    for n in (1, 3, 5):
        part = int(color[n : n + 2], 16) / 255
        parts.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return parts[0], parts[1], parts[2]


def _oklab(rgb: Rgb) -> Rgb:
    r, g, b = (max(part, 0.0) for part in rgb)
    l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)  # noqa: E741
    m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    )


def difference(one: str, other: str) -> float:
    """The distance of two colors in Oklab, to the people who can tell them apart least."""
    a, b = _linear(one), _linear(other)
    least = 10.0
    for matrix in _SEEN:
        seen = [
            _oklab(
                (
                    sum(f * c for f, c in zip(matrix[0], color, strict=True)),
                    sum(f * c for f, c in zip(matrix[1], color, strict=True)),
                    sum(f * c for f, c in zip(matrix[2], color, strict=True)),
                )
            )
            for color in (a, b)
        ]
        far = sum((p - q) ** 2 for p, q in zip(*seen, strict=True)) ** 0.5
        least = min(least, far)
    return least
