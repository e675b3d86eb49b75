"""Puts the quotes into a finished page: each token once, every other character untouched.

A token is an ASCII word, `DBQ`, hexadecimal digits in lower case, `E`. What replaces it is
finished HTML that no template has seen, and that is not searched for tokens again.
"""
import re

from trouble import Trouble, Troubles

WORD = r"DBQ[0-9a-f]{12,}E"
TOKEN = re.compile(WORD)
PLACE = re.compile(
    rf"<p(?:\s[^>]*)?>\s*(?P<paragraph>{WORD})\s*</p>"
    rf"|<pre(?:\s[^>]*)?>\s*<code(?:\s[^>]*)?>\s*(?P<fence>{WORD})\s*</code>\s*</pre>"
    rf"|(?P<bare>{WORD})")
PARAGRAPH = re.compile(r"<(/?)p[\s>]")


def put_in(page: str, substitutions: list[dict], place: str) -> str:
    """The page with every token replaced; raises Troubles when one is missing, twice or unknown."""
    table = {each["token"]: each for each in substitutions}
    seen: dict[str, int] = {}
    troubles = [_malformed(token, place) for token in table if not TOKEN.fullmatch(token)]

    def replaced(match: re.Match) -> str:
        token = match["paragraph"] or match["fence"] or match["bare"]
        seen[token] = seen.get(token, 0) + 1
        quote = table.get(token)
        if quote is None:
            return match[0]
        if quote["block"]:
            if match["bare"] and not _may_hold_a_block(page, match.start()):
                troubles.append(_within_text(token, page, match.start(), place))
            return quote["html"]
        if _in_a_tag(page, match.start(match.lastgroup)):
            troubles.append(_in_attribute(token, page, match.start(), place))
        return match[0].replace(token, quote["html"])

    result = PLACE.sub(replaced, page)
    troubles += [_miscounted(token, seen.get(token, 0), place)
                 for token in table if seen.get(token, 0) != 1]
    troubles += [_unknown(token, place) for token in seen if token not in table]
    if troubles:
        raise Troubles(troubles)
    return result


def _in_a_tag(page: str, at: int) -> bool:
    return page.rfind("<", 0, at) > page.rfind(">", 0, at)


def _may_hold_a_block(page: str, at: int) -> bool:
    if _in_a_tag(page, at):
        return False
    last = None
    for last in PARAGRAPH.finditer(page, max(0, page.rfind("<p", 0, at) - 1), at):
        pass
    return last is None or last[1] == "/"


def _around(page: str, at: int) -> str:
    return " ".join(page[max(0, at - 40):at + 60].split())


def _malformed(token: str, place: str) -> Trouble:
    return Trouble(place, f"'{token}' is not a token",
                   expected="DBQ, at least 12 lower-case hexadecimal digits, E",
                   found=token, mend="make the fragment again with this version's daybook weave")


def _miscounted(token: str, count: int, place: str) -> Trouble:
    return Trouble(place, f"the quote {token} stands in the page {count} times",
                   expected="once", found=f"{count} times",
                   mend="make the fragment again; if it stays, the template or Pandoc "
                        + ("repeats" if count else "drops") + " the quote")


def _unknown(token: str, place: str) -> Trouble:
    return Trouble(place, f"the page holds {token}, which stands for no quote",
                   expected="a token of the fragment's substitutions", found=token,
                   mend="make the fragment again: its prose and its quotes are of two runs")


def _within_text(token: str, page: str, at: int, place: str) -> Trouble:
    return Trouble(place, f"the block quote {token} stands within a paragraph's text",
                   expected="a paragraph, a fence or a list item of its own",
                   found=_around(page, at), mend="put a blank line before and after the quote")


def _in_attribute(token: str, page: str, at: int, place: str) -> Trouble:
    return Trouble(place, f"the quote {token} stands inside an HTML attribute",
                   expected="a quote in the text", found=_around(page, at),
                   mend="take the quote out of the image's description or the link's title")
