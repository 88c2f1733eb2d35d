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


def changer[V](cls: type[V]) -> Callable[..., V]:
    """`changed(old, name=value, ...)` for a frozen slotted dataclass: `dataclasses.replace` at a third of its cost."""
    names: tuple[str, ...] = cls.__slots__  # type: ignore[attr-defined]
    lines = ["def changed(old, **changes):", "    new = make(cls)"]
    lines += [f"    put(new, {name!r}, old.{name})" for name in names]
    lines += ["    for name, value in changes.items():", "        put(new, name, value)", "    return new"]
    space: dict[str, object] = {"cls": cls, "make": cls.__new__, "put": object.__setattr__}
    exec("\n".join(lines), space)  # noqa: S102 - our own text, from the names of our own slots
    return space["changed"]  # type: ignore[return-value]


def same(one: object, other: object) -> bool:
    """Whether two slotted states hold equal values."""
    names = type(one).__slots__  # type: ignore[attr-defined]
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in names)
