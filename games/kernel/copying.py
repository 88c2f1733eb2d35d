"""Copies of slotted states by straight-line code, made once a class: a loop over names costs four times as much."""

from collections.abc import Callable


def copier[S](cls: type[S], mutable: tuple[str, ...]) -> Callable[[S], S]:
    """A function that copies a `cls`: slots named in `mutable` hold lists of immutable items, all others immutables."""
    lines = ["def copy(old):", "    new = make(cls)"]
    names: tuple[str, ...] = cls.__slots__  # type: ignore[attr-defined]
    lines += [f"    new.{name} = old.{name}{'[:]' if name in mutable else ''}" for name in names]
    lines.append("    return new")
    space: dict[str, object] = {"cls": cls, "make": cls.__new__}
    exec("\n".join(lines), space)  # noqa: S102 - our own text, from the names of our own slots
    return space["copy"]  # type: ignore[return-value]


def same(one: object, other: object) -> bool:
    """Whether two slotted states hold equal values."""
    names = type(one).__slots__  # type: ignore[attr-defined]
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in names)
