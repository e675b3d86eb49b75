"""Debian's Chromium, driven by playwright-core from npm."""

import fcntl
import json
import pathlib
import shutil
import subprocess
import unittest

from workplace import BUILD

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["package.json", "package-lock.json"]


def modules() -> pathlib.Path:
    """The folder with node_modules, filled as the lock file says. Skips the test where that cannot
    be."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise unittest.SkipTest("node and npm are not on PATH")
    folder = BUILD / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run side by side
        wanted = [(HERE / name).read_bytes() for name in PACKAGES]
        installed = folder / "node_modules" / ".package-lock.json"
        held = [path.read_bytes() if path.exists() else b""
                for path in (folder / name for name in PACKAGES)]
        if held != wanted or not installed.exists():
            for name in PACKAGES:
                shutil.copy(HERE / name, folder / name)
            done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                                  cwd=folder, text=True, capture_output=True, check=False)
            if done.returncode != 0:
                raise unittest.SkipTest("npm cannot install what package-lock.json names: "
                                        + (done.stderr.split("\n") or [""])[0])
    return folder


def visit(*visits: dict) -> list:
    """What each visit's script answers: {"url": Path or address, "script": "() => …", …}, as
    browser.mjs reads them."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise unittest.SkipTest("chromium is not on PATH")
    asked = {"chromium": chromium, "modules": str(modules()), "visits": [
        {**each, "url": each["url"].as_uri() if isinstance(each["url"], pathlib.Path)
            else each["url"]} for each in visits]}
    done = subprocess.run(["node", str(HERE / "browser.mjs")], input=json.dumps(asked), text=True,
                          capture_output=True, check=False, timeout=600)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


# The texts of all quotes of a kind as a reader sees them, in order; what decorates them left out.
QUOTED_CODE = """() => [...document.querySelectorAll("pre[data-quote]")].map((pre) => {
  const copy = pre.cloneNode(true);
  copy.querySelectorAll("[data-decoration]").forEach((each) => each.remove());
  return copy.textContent;
})"""
QUOTED_TABLES = """() => [...document.querySelectorAll("table[data-quote]")].map((table) =>
  [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim())))"""
