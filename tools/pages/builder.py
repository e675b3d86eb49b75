"""One run: which fragments changed, which pages they make, what is written and what goes."""
import os
from typing import Optional

from command import Command
from course import Catalogue, load_course
from digest_list import DigestList
from fragment import digest_of, entry_of, load_fragment, naming_what_lacks
from lesson_pages import LessonPages, Page
from press import Press, digest_of_sources
from shared_pages import claims_pages, shared_pages, with_claims
from site_folder import SiteFolder
from state import State
from trouble import BROKEN, Trouble, Troubles

HELD = 64  # fragments kept in memory from the first look to the print; more are read twice


class Builder:
    def __init__(self, course: str, sources: str, out: str, state: str, drafts: bool) -> None:
        self._sources = os.path.abspath(sources)
        self._drafts = drafts
        self._state = State(state)
        self._folder = SiteFolder(out)
        self._digests = DigestList(self._state.digests)
        self._course = load_course(course)
        templates = os.path.join(self._sources, "templates")
        self._press = Press(templates, state.removesuffix(".json") + "-cache")
        self._tools = digest_of_sources([templates, os.path.dirname(os.path.abspath(__file__))])
        self._loaded: dict[str, dict] = {}
        self._world = ""
        self._claims: dict[str, list] = {}
        self._old_claims: Optional[dict[str, list]] = None
        self._written: set[str] = set()
        self._kept: set[str] = set()
        self._changed_days: list[str] = []
        self._shared_changed = False  # a page of many lessons, or a file of the site's own
        self._troubles: list[Trouble] = []

    def build(self, fragments: list[str], audit: list[str], check: Command) -> list[Trouble]:
        """Brings the site up to date, if `check` succeeds; what hinders it, with the old site left
        as it was."""
        self._folder.recover()
        try:
            return self._build(fragments, audit, check)
        except BaseException:
            self._folder.discard()
            raise

    def _build(self, fragments: list[str], audit: list[str], check: Command) -> list[Trouble]:
        records = {path: self._record(path) for path in fragments}
        published = {path: record for path, record in records.items()
                     if not record["entry"]["missing"]
                     and (self._drafts or not record["entry"]["draft"])}
        catalogue = Catalogue(self._course, [each["entry"] for each in published.values()])
        paths = {(each["entry"]["day"], each["entry"]["language"]): path
                 for path, each in published.items()}
        self._world = digest_of([self._tools, self._course,
                                 [record["entry"] for record in published.values()]])
        for path, record in published.items():
            self._lesson(catalogue, path, record)
            self._loaded.pop(path, None)
        before = len(self._written)
        shared = self._shared(catalogue, paths)
        self._static()
        self._shared_changed = len(self._written) > before
        self._keep_or_write(DigestList.NAME, self._digests.text())
        if self._troubles:
            self._folder.discard()
            return self._troubles
        if check.status() != 0:  # it has said why
            self._folder.discard()
            return []
        return self._publish(records, shared, audit)

    def _record(self, path: str) -> dict:
        """The state's record of a fragment, made anew when the file changed."""
        try:
            found = os.stat(path)
        except OSError:
            load_fragment(path)
            raise
        stamp = [found.st_mtime_ns, found.st_size]
        known = self._state.fragments.get(path)
        if known and known["stamp"] == stamp:
            return dict(known)
        fragment = self._fragment(path)
        with naming_what_lacks(path):
            entry = entry_of(fragment)
        outputs = known["outputs"] if known else []
        return {"stamp": stamp, "entry": entry, "key": "", "outputs": outputs,
                "claimed": known["entry"]["claims_digest"] if known else ""}

    def _lesson(self, catalogue: Catalogue, path: str, record: dict) -> None:
        if record["key"] and self._same_world() and self._keeps(record["outputs"]):
            return
        pages = LessonPages(catalogue, record["entry"])
        key = digest_of([self._tools, record["stamp"], pages.context()])
        if record["key"] == key and self._keeps(record["outputs"]):
            return
        before = len(self._written)
        fragment = self._fragment(path)
        with naming_what_lacks(path):
            made = pages.pages(fragment)
        for page in made:
            self._print(page, path)
        record["key"] = key
        record["outputs"] = [page.path for page in made]
        claimed = record.pop("claimed", record["entry"]["claims_digest"])
        day = record["entry"]["day"]
        if len(self._written) > before or claimed != record["entry"]["claims_digest"]:
            if day not in self._changed_days:
                self._changed_days.append(day)

    def _shared(self, catalogue: Catalogue, paths: dict[tuple, str]) -> dict[str, str]:
        """Prints the pages of many lessons that are out of date; the key of each."""
        if self._same_world() and self._keeps(list(self._state.shared)):
            return self._state.shared
        keys = {}
        for page in shared_pages(catalogue):
            keys[page.path] = self._print_if_changed(page, page)
        for page in claims_pages(catalogue):
            def full(page: Page = page) -> Page:
                return with_claims(page, lambda entry: self._claims_of(
                    paths[entry["day"], entry["language"]]))
            keys[page.path] = self._print_if_changed(page, full)
        return keys

    def _print_if_changed(self, page: Page, full: object) -> str:
        key = digest_of([self._tools, page.values])
        if self._state.shared.get(page.path) != key or not self._keeps([page.path]):
            self._print(full() if callable(full) else page, page.path)
        return key

    def _static(self) -> None:
        folder = os.path.join(self._sources, "static")
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                self._keep_or_write(f"static/{name}", file.read())

    def _print(self, page: Page, place: str) -> None:
        try:
            content = page.content if not page.template else self._press.print(
                page.template, page.values, page.substitutions, f"{place} ({page.path})")
        except Troubles as several:
            self._troubles += several.found
        except Trouble as one:
            self._troubles.append(one)
        else:
            self._keep_or_write(page.path, content)

    def _keep_or_write(self, path: str, content: bytes) -> None:
        if path in self._written or path in self._kept:
            self._troubles.append(Trouble(
                path, "two pages have this address", expected="one page an address",
                found="two", mend="rename one of the two lessons, programs or runs"))
            return
        self._digests.add(path, content)
        if self._folder.holds(path, content):
            self._kept.add(path)
        else:
            self._write(path, content)

    def _write(self, path: str, content: bytes) -> None:
        if not self._written:
            self._folder.open(self._state.lag)
        self._written.add(path)
        if not self._troubles:
            self._folder.write(path, content)

    def _publish(self, records: dict, shared: dict, audit: list[str]) -> list[Trouble]:
        removed = sorted(set(self._state.outputs) - self._kept - self._written)
        if self._written or removed:
            if not self._written:
                self._folder.open(self._state.lag)
            self._folder.complete(self._kept, removed)
            if trouble := self._audited(audit, removed):
                return [trouble]
            self._folder.swap()
            self._state.lag = [*self._written, *removed]
        self._remember(records, shared)
        self._folder.retire()
        return []

    def _audited(self, audit: list[str], removed: list[str]) -> Optional[Trouble]:
        if not audit:
            return None
        days = self._changed_days
        if not days or self._shared_changed or removed:
            days = []  # the whole site
        status = Command([*audit, self._folder.staging, *days]).status()
        if status == 0:
            return None
        return Trouble(self._folder.staging, "the new site did not pass its audit, "
                       "the published one stays", expected=f"exit status 0 of {' '.join(audit)}",
                       found=f"exit status {status}", mend="correct what the audit names above",
                       status=BROKEN if status == 1 else 2)

    def _remember(self, records: dict, shared: dict) -> None:
        for record in records.values():
            record.pop("claimed", None)
        before, now = _claims_digests(self._state.fragments), _claims_digests(records)
        claims = None if before == now else {path: self._claims_of(path) for path in records}
        self._state.fragments = records
        self._state.world = self._world
        self._state.shared = shared
        self._state.digests = self._digests.digests
        self._state.outputs = {path: self._folder.stamp(path) for path in
                               sorted(self._kept | self._written)}
        self._state.save(claims)

    def _claims_of(self, path: str) -> list:
        """A fragment's claims: just read, or kept from an earlier run, or read now."""
        if path not in self._claims:
            if self._old_claims is None:
                self._old_claims = self._state.claims()
            self._claims[path] = self._old_claims[path] if path in self._old_claims \
                else self._fragment(path)["claims"]
        return self._claims[path]

    def _fragment(self, path: str) -> dict:
        if path in self._loaded:
            return self._loaded[path]
        fragment = load_fragment(path)
        self._claims[path] = fragment["claims"]
        if len(self._loaded) < HELD:
            self._loaded[path] = fragment
        return fragment

    def _same_world(self) -> bool:
        """Whether no page can have changed but by its own fragment."""
        return self._world == self._state.world

    def _keeps(self, paths: list[str]) -> bool:
        """Keeps these published files if all are as this state knows them."""
        for path in paths:
            stamp = self._folder.stamp(path)
            if stamp is None or stamp != self._state.outputs.get(path):
                return False
        self._kept.update(paths)
        for path in paths:
            self._digests.keep(path)
        return True


def _claims_digests(records: dict) -> dict[str, str]:
    return {path: record["entry"]["claims_digest"] for path, record in records.items()}
