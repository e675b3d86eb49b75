"""A course of any size for tools/bench: each lesson with its own program and recorded run, whose
digests hold. What it says is made up; its sizes are a course's: a lesson of 23 kB that quotes ten
times (each kind but a what-if, which would need a second run), a program of 11 kB, a run of
five outputs with the compiler's report and machine code."""
import hashlib
import json
import random
from pathlib import Path
from typing import Callable

LESSON_BYTES = 23_000
PROGRAM_BYTES = 11_000
SASS_BYTES = 12_000
RUNS = 5
PUBLISHED = 3
CARD = "h200"
RUN = f"2026-12-01-{CARD}"
BUILD = "nvcc -std=c++17 -O3 -arch=sm_90 -o sweep sweep.cu"
KINDS_A_LESSON = 10

WORDS = ("thread block warp lane kernel grid tile slice search merge scan output input key value "
         "array cache line sector register barrier launch index bound stride pattern order copy "
         "loop step branch path half sum row column table program card memory host device").split()
VERBS = "reads writes finds keeps moves counts shares crosses follows waits holds splits".split()
WHYS = ("because nobody else writes there", "so that the next one need not search again",
        "and that is the price of being alone", "which the table below shows row by row",
        "as long as its neighbour in `blockIdx.x` does the same", "unless the *last* slice is short")


def day_name(number: int) -> str:
    return f"day{number + 1:04d}-sweep"


def sentence(dice: random.Random) -> str:
    return (f"Each {dice.choice(WORDS)} {dice.choice(VERBS)} one {dice.choice(WORDS)} of the "
            f"**{dice.choice(WORDS)}** before its {dice.choice(WORDS)} {dice.choice(VERBS)} a "
            f"{dice.choice(WORDS)}, {dice.choice(WHYS)}.")


def paragraph(dice: random.Random) -> str:
    return " ".join(sentence(dice) for _ in range(dice.randint(3, 6)))


# ---- the program

def kernel(number: int, dice: random.Random) -> str:
    return f"""// snippet: step-{number}
// Adds {number} to every {dice.choice(WORDS)} of its slice, then halves what is left.
// Launch: x only, at least n threads in all.
// Per thread: one load, one store, at most {number + 3} steps.
// Result: out[0] to out[n - 1].
__global__ void step{number}(const float* in, size_t n, float* out) {{
  const size_t i = size_t{{blockIdx.x}} * blockDim.x + threadIdx.x;
  if (i >= n) return;  // no barrier follows, so nobody waits for this lane
  float left = in[i];
  for (int step = 0; step < {number + 3}; ++step) {{
    // snippet: halve-{number}
    left = left > {dice.randint(2, 99)}.0f ? left * 0.5f : left + {number}.0f;
    // end snippet: halve-{number}
  }}
  out[i] = left;
}}
// end snippet: step-{number}

"""


def program(number: int, dice: random.Random) -> str:
    text = f"// Lesson {number + 1}: the same input, stepped through by more and more threads.\n"
    text += "#include <cstdio>\n#include <cuda_runtime.h>\n\n"
    count = 0
    while len(text) < PROGRAM_BYTES:
        text += kernel(count, dice)
        count += 1
    return text + "int main() { std::printf(\"see the recorded run\\n\"); }\n"


# ---- the run

def outputs(dice: random.Random) -> tuple[list[str], list[dict], float, list[float]]:
    """The texts printed, the spread of the measured cells, a time of one thread, its slices'."""
    alone = dice.uniform(300, 500)
    sliced = [0.1 * 1.8 ** i * dice.uniform(0.9, 1.1) for i in range(8)]
    texts, cells = [], {}
    for run in range(1, RUNS + 1):
        off = 1 + (run - PUBLISHED) / 1000
        text = f"132 SMs, 2048 resident threads each\n\nalone: all steps in one thread\n"
        text += "kernel  threads  time (ms)\n------  -------  ---------\n"
        text += f"step0         1  {alone * off:9.1f}\n\nslices: one thread a slice, 256 a block\n"
        text += "slice  threads  time (ms)      GB/s\n-----  -------  ---------  --------\n"
        cells.setdefault("alone/step0/time", []).append(f"{alone * off:.1f}")
        for i, time in enumerate(sliced):
            rate = 40 / (time * off)
            text += f"{2 ** i:5d}  {2 ** (20 - i):7d}  {time * off:9.3f}  {rate:8.2f}\n"
            cells.setdefault(f"slices/{2 ** i}/time", []).append(f"{time * off:.3f}")
            cells.setdefault(f"slices/{2 ** i}/gb-s", []).append(f"{rate:.2f}")
        texts.append(text + "\nEvery row was checked before it was timed.\n")
    spread = []
    for path, seen in cells.items():
        low, *_, high = sorted(seen, key=float)
        spread.append({"path": path, "median": seen[PUBLISHED - 1], "min": low, "max": high})
    return texts, spread, alone, sliced


def device_reports(dice: random.Random) -> tuple[str, str]:
    ptxas = "ptxas info    : 0 bytes gmem\n"
    sass = "code for sm_90\n"
    kernels = 0
    while len(sass) < SASS_BYTES:
        name = f"_Z5step{kernels}PKfmPf"
        ptxas += (f"ptxas info    : Compiling entry function '{name}' for 'sm_90'\n"
                  f"ptxas info    : Function properties for {name}\n"
                  "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                  f"ptxas info    : Used {16 + kernels % 9} registers, used 0 barriers\n")
        sass += f"\nFunction : {name}\n        LDC R1, c[0x0][0x28] ;\n"
        for _ in range(40):
            a, b, c = (dice.randint(0, 31) for _ in range(3))
            sass += f"        IMAD R{a}, R{b}, UR{c % 8}, R{c} ;\n"
        sass += "        EXIT ;\n"
        kernels += 1
    return ptxas, sass


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def statement(day: str, files: dict[str, str], spread: list[dict]) -> str:
    return json.dumps({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name, "digest": {"sha256": digest(text)}}
                    for name, text in files.items()],
        "predicateType": "https://daybook.dev/recorded-run/v1",
        "predicate": {
            "day": day, "unit": "sweep", "variant": "", "program": "sweep.cu", "card": CARD,
            "digests": {"source": digest(files["sweep.cu"]), "tokens": "unknown", "deviceCode": {}},
            "build": {"command": BUILD, "nvcc": "13.0.88", "hostCompiler": "g++ 13.3.0",
                      "status": 0, "errors": ""},
            "run": {"command": "./sweep", "expectation": "exit: 0",
                    "started": "2026-12-01T12:00:00Z", "ended": "2026-12-01T12:01:00Z",
                    "exits": ["0"] * RUNS, "stderrs": [], "published": PUBLISHED},
            "gpu": {"name": "NVIDIA H200", "computeCapability": "9.0", "uuidSha256": "unknown",
                    "driver": "580.159.04", "ecc": "Enabled",
                    "clocks": {"smMax": "1980 MHz", "memoryMax": "3201 MHz",
                               "sampled": [f"run-{run}: 1980 MHz SM" for run in range(RUNS)]},
                    "throttleReasons": "none", "temperature": "42 to 49 C",
                    "otherProcesses": "none"},
            "spread": spread, "recorder": "daybook 0.1.0"}}, indent=2) + "\n"


# ---- the lesson

def region(text: str, name: str) -> str:
    body = text.split(f"// snippet: {name}\n")[1].split(f"// end snippet: {name}\n")[0]
    lines = [line for line in body.split("\n") if "snippet: " not in line]
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[margin:] for line in lines)


def sweep_table(transcript: str) -> str:
    rows = [line.split() for line in transcript.split("\n")]
    rows = [row for row in rows if len(row) == 4 and row[0].isdigit() and row[1].isdigit()]
    return "| slice | threads | time (ms) | GB/s |\n| --- | ---: | ---: | ---: |\n" + \
        "".join("| " + " | ".join(row) + " |\n" for row in rows)


def quotes_of(source: str, transcript: str, alone: float,
              sliced: list[float]) -> list[Callable[[int], str]]:
    """A text for each kind of quote, given how many of its kind came before."""
    lines = transcript.split("\n")
    printed = "\n".join(lines[lines.index("alone: all steps in one thread"):][:4])

    def code(turn: int) -> str:
        name = f"step-{turn % 8}"
        return f"```cuda from=#{name}\n{region(source, name)}```\n"

    return [
        code,
        lambda turn: f'[Time by slice](run:slices "chart: time by slice, log x")\n\n'
                     + sweep_table(transcript),
        lambda turn: f"One thread needs [{alone:.1f} ms](run:alone/step0/time) for all of it.\n",
        lambda turn: f"That is [{alone / sliced[turn % 8]:.3g} times]"
                     f'(calc: "{{alone/step0/time}} / {{slices/{2 ** (turn % 8)}/time}}") as long.\n',
        lambda turn: '[The shortest slice is fastest]'
                     '(claim: "argmin({slices/*/time}) == 1 and monotone({slices/*/time})").\n',
        lambda turn: f"```text from=run:alone\n{printed}\n```\n",
        lambda turn: "The card has [132 multiprocessors](run:fact/sms).\n",
        lambda turn: f"The kernel takes [{16 + turn % 8} registers](run:ptxas/step{turn % 8}/registers).\n",
        lambda turn: "Its memory could move [4.8 TB/s](given:bandwidth).\n",
        lambda turn: f"```sh from=cmd:build\n{BUILD}\n```\n",
    ]


def lesson(number: int, dice: random.Random, parts: list[str]) -> str:
    text = f"---\ntitle: Sweep {number + 1}\nfacts: {{sms: '^([0-9]+) SMs'}}\n---\n\n"
    room = (LESSON_BYTES - sum(map(len, parts)) - len(text)) // (len(parts) + 1) - 250
    for turn, part in enumerate([*parts, ""]):
        text += f"## Part {turn + 1}: {dice.choice(WORDS)} and {dice.choice(WORDS)}\n\n"
        begun = len(text)
        while len(text) - begun < room:
            text += paragraph(dice) + "\n\n" if dice.random() < 0.8 else \
                "".join(f"- {sentence(dice)}\n" for _ in range(3)) + "\n"
        if turn == 1 and number > 0:
            text += f"[The lesson before](../{day_name(number - 1)}/lesson.md) began with it. "
            text += "A cut at $k = i + j$ needs $\\lceil \\log_2 n \\rceil$ steps.\n\n"
        text += f"See [{WORDS[turn % 20]}](../glossary.md#{WORDS[turn % 20]}).\n\n{part}\n"
    return text


# ---- the course

def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def write_lesson(root: Path, number: int, quotes: int) -> None:
    dice = random.Random(number)
    day = day_name(number)
    source = program(number, dice)
    texts, spread, alone, sliced = outputs(dice)
    ptxas, sass = device_reports(dice)
    files = {"sweep.cu": source}
    files |= {f"run-{run}.txt": text for run, text in enumerate(texts, 1)}
    files |= {"ptxas.txt": ptxas, "sass.txt": sass}
    files["provenance.json"] = statement(day, dict(files), spread)
    files["SHA256SUMS"] = "".join(f"{digest(text)}  {name}\n" for name, text in files.items())
    folder = root / "evidence" / day / "sweep" / RUN
    for name, text in files.items():
        write(folder / name, text)
    write(root / "src" / day / "sweep.cu", source)
    makers = quotes_of(source, texts[PUBLISHED - 1], alone, sliced)
    parts = [makers[turn % KINDS_A_LESSON](turn // KINDS_A_LESSON) for turn in range(quotes)]
    write(root / "lessons" / day / "lesson.md", lesson(number, dice, parts))


def write_course(root: Path, lessons: int, quotes: int) -> None:
    """Writes a course of so many lessons, and so many quotes in all, into an empty folder."""
    days = [day_name(number) for number in range(lessons)]
    write(root / "course.yaml", "title: A generated course\nlanguages: [en]\nmodules:\n"
          "  - title: All\n    days:\n" + "".join(f"      - {day}\n" for day in days) +
          f"card: {CARD}\narch: sm_90\ncu:\n"
          "  build: nvcc -std=c++17 -O3 -arch={arch} -o {out} {in}\n  run: ./{out}\n"
          "given:\n  bandwidth: {value: 4.8 TB/s, source: the card's data sheet}\n")
    write(root / "lessons/glossary.md", "# Glossary\n\n" + "".join(
        f"## {word}\n\nA {word} is what the lessons call a {word}.\n\n" for word in WORDS[:20]))
    for number in range(lessons):
        share = quotes // lessons + (1 if number < quotes % lessons else 0)
        write_lesson(root, number, share)
