"""What is said when a page cannot be made: the place, what was expected and found, the mend."""

BROKEN = 1  # something in the site does not hold
UNREADABLE = 2  # an input could not be read, so nothing can be said


class Trouble(Exception):
    """One problem; `status` is the exit status it stands for."""

    def __init__(self, place: str, what: str, *, expected: str, found: str, mend: str,
                 status: int = BROKEN) -> None:
        super().__init__(what)
        self.status = status
        self.text = (f"{place}: error: {what}\n"
                     f"expected: {expected}\nfound: {found}\nmend: {mend}")


class Troubles(Exception):
    """Every problem of one page, in page order."""

    def __init__(self, found: list[Trouble]) -> None:
        super().__init__(f"{len(found)} problems")
        self.found = found
