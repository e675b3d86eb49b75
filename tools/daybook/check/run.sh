#!/bin/sh
# Records a Daybook bundle on the machine that has the GPU: builds every unit, runs it, and packs
# what was seen for `daybook import`.
#
#   sh run.sh [-o DIR] [-t SECONDS]
#
#   -o DIR      where results.tar.gz goes (results.tar without gzip, the folder results without
#               tar); default: the bundle's own folder
#   -t SECONDS  starts no further unit after this time and packs what there is
#
# Needs a POSIX shell, coreutils and what the units' build commands name (nvcc). nvidia-smi,
# cuobjdump, tar and gzip are used when they are there; what cannot be read is recorded as unknown.
# Changes no setting of the GPU. Writes to DIR and a temporary folder only. Exit status: 0 every
# unit was recorded (whether it is accepted, import decides), 1 some were left out, 2 could not start.
set -u
LC_ALL=C
export LC_ALL
umask 022

# The commands run as they are written: no flags from the environment, no blocking launches; devices
# are numbered as nvidia-smi numbers them.
unset NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS CUDA_LAUNCH_BLOCKING
CUDA_DEVICE_ORDER=PCI_BUS_ID
export CUDA_DEVICE_ORDER

compiler_output_limit=4194304
started_at=$(date +%s)
here=$(cd "$(dirname "$0")" && pwd) || exit 2
tab=$(printf '\t')
stopped=0
out=$here
time_left=

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "run.sh: $*"
  exit 2
}

while getopts o:t: option; do
  case $option in
    o) out=$OPTARG ;;
    t) time_left=$OPTARG ;;
    *) fail "usage: sh run.sh [-o DIR] [-t SECONDS]" ;;
  esac
done
case $time_left in
  *[!0-9]*) fail "-t takes whole seconds, not '$time_left'" ;;
esac
for tool in cat cp cut date head mkdir mktemp mv rm sha256sum sleep timeout tr wc; do
  command -v "$tool" >/dev/null || fail "needs $tool, of coreutils, and does not find it on PATH"
done
(cd "$here" && sha256sum -c --status SHA256SUMS) ||
  fail "the bundle is damaged: its files do not match its SHA256SUMS"
mkdir -p "$out" || fail "cannot make $out"
out=$(cd "$out" && pwd) || exit 2

for folder in "${CUDA_HOME:-/usr/local/cuda}/bin" /usr/local/cuda/bin; do
  if ! command -v nvcc >/dev/null && [ -x "$folder/nvcc" ]; then PATH=$PATH:$folder; fi
done
export PATH

work=$(mktemp -d) || exit 2
results=$work/results
trap 'rm -rf "$work"' EXIT
# A stop ends the run in progress, drops its unit and packs the units before it.
trap 'stopped=1; if [ -s "$work/pid" ]; then kill "$(cat "$work/pid")" 2>/dev/null; fi' HUP INT TERM
mkdir -p "$results" || exit 2

# ---- what the machine says about itself

gpu=${CUDA_VISIBLE_DEVICES:-0}
gpu=${gpu%%,*}
has_smi=0
if command -v nvidia-smi >/dev/null; then has_smi=1; fi

ask_gpu() { # the fields' values as nvidia-smi prints them; nothing when it cannot tell
  [ $has_smi = 1 ] || return 0
  timeout 20 nvidia-smi -i "$gpu" --query-gpu="$1" --format=csv,noheader 2>/dev/null </dev/null |
    head -n 1 | tr -d '\r'
}

gpu_value() { # one field, or unknown
  value=$(ask_gpu "$1")
  case $value in
    '' | *N/A* | *'Not Supported'* | *nknown* | *rror* | *'not a valid'* | *'o devices'* | *failed*)
      value=unknown
      ;;
  esac
  printf '%s' "$value"
}

first_line() { # of what a command prints
  "$@" 2>/dev/null </dev/null | head -n 1 | tr -d '\r'
}

nvcc_version() {
  version=unknown
  if command -v nvcc >/dev/null; then
    version=$(nvcc --version 2>/dev/null | while read -r line; do
      case $line in *', V'*) printf '%s' "${line##*, V}" ;; esac
    done)
  fi
  printf '%s' "${version:-unknown}"
}

host_compiler() {
  line=
  for compiler in ${NVCC_CCBIN:+"$NVCC_CCBIN"} g++ c++ cc; do
    if command -v "$compiler" >/dev/null; then
      line=$(first_line "$compiler" --version)
      break
    fi
  done
  printf '%s' "${line:-unknown}"
}

gpu_name=$(gpu_value name)
if [ "$gpu_name" = unknown ]; then has_smi=0; fi
uuid=$(gpu_value uuid)
uuid_hash=unknown # the UUID itself never leaves this machine
if [ "$uuid" != unknown ]; then uuid_hash=$(printf '%s' "$uuid" | sha256sum | cut -c 1-64); fi
throttle_field=clocks_event_reasons.active # its name before driver 535: clocks_throttle_reasons
if [ "$(gpu_value $throttle_field)" = unknown ]; then throttle_field=clocks_throttle_reasons.active; fi

{
  printf 'format\t1\n'
  printf 'gpu\t%s\n' "$gpu_name"
  printf 'compute-capability\t%s\n' "$(gpu_value compute_cap)"
  printf 'uuid-sha256\t%s\n' "$uuid_hash"
  printf 'driver\t%s\n' "$(gpu_value driver_version)"
  printf 'ecc\t%s\n' "$(gpu_value ecc.mode.current)"
  printf 'clock-sm-max\t%s\n' "$(gpu_value clocks.max.sm)"
  printf 'clock-memory-max\t%s\n' "$(gpu_value clocks.max.mem)"
  printf 'nvcc\t%s\n' "$(nvcc_version)"
  printf 'host-compiler\t%s\n' "$(host_compiler)"
} >"$results/machine.txt"

# ---- building: all units, side by side, before anything is timed

compile() { # FILE COMMAND: what the command prints goes to FILE; prints its exit status
  {
    sh -c "$2" </dev/null
    printf '%s' "$?" >"$1.status"
  } 2>&1 | head -c $compiler_output_limit >"$1"
  cat "$1.status"
  rm -f "$1.status"
}

build_unit() { # DAY UNIT PROGRAM ARCH BUILD CUBIN RUN LIMIT
  seen=$results/$1/$2
  mkdir -p "$work/build/$1" "$seen" || return
  cp -R "$here/units/$1/$2" "$work/build/$1/$2" || return
  cp -R "$here/units/$1/$2" "$seen/source" || return
  cd "$work/build/$1/$2" || return
  printf 'program\t%s\narch\t%s\nbuild\t%s\ncubin\t%s\nrun\t%s\nlimit\t%s\n' \
    "$3" "$4" "$5" "$6" "$7" "$8" >"$seen/facts.txt"
  status=$(compile "$seen/build.txt" "$5")
  printf '%s' "$status" >"$work/build/$1/$2.status"
  printf 'build.exit\t%s\n' "$status" >>"$seen/facts.txt"
  if [ "$status" = 0 ] && [ "$6" != - ]; then
    # Under one fixed name, so that the machine code does not depend on the program's.
    if [ "$3" != unit.cu ]; then cp "$3" unit.cu; fi
    status=$(compile "$seen/ptxas.raw" "$6")
    printf 'cubin.exit\t%s\n' "$status" >>"$seen/facts.txt"
    if [ "$status" = 0 ]; then
      cp unit.cubin "$seen/unit.cubin"
      if command -v cuobjdump >/dev/null; then
        cuobjdump -sass unit.cubin >"$seen/sass.raw" 2>/dev/null </dev/null || rm -f "$seen/sass.raw"
      fi
    fi
    rm -f unit.cubin
    if [ "$3" != unit.cu ]; then rm -f unit.cu; fi
  fi
  printf 'built\n' >"$work/build/$1/$2.done"
}

build_share() { # WORKER WORKERS: every WORKERS-th unit of the plan
  number=0
  while IFS=$tab read -r day unit program arch build cubin run _ limit _; do
    if [ $((number % $2)) = "$1" ]; then
      begun=$(date +%s)
      (build_unit "$day" "$unit" "$program" "$arch" "$build" "$cubin" "$run" "$limit")
      say "compiled $day/$unit ($(($(date +%s) - begun)) s)"
    fi
    number=$((number + 1))
  done <"$here/plan.tsv"
}

cores=1
if command -v nproc >/dev/null; then cores=$(nproc); fi
worker=0
while [ "$worker" -lt "$cores" ]; do
  build_share "$worker" "$cores" &
  worker=$((worker + 1))
done
wait

# ---- running: strictly one after another

other_processes() { # how many processes nvidia-smi sees computing on this GPU, or unknown
  if [ $has_smi = 0 ]; then
    printf unknown
    return
  fi
  if timeout 20 nvidia-smi -i "$gpu" --query-compute-apps=pid --format=csv,noheader \
    >"$work/apps" 2>/dev/null </dev/null; then
    tr -cd '0-9\n' <"$work/apps" | while read -r pid; do
      if [ -n "$pid" ]; then printf '%s\n' "$pid"; fi
    done | wc -l | tr -d ' '
  else
    printf unknown
  fi
}

sample() { # LABEL FILE: one line of clocks, temperature, throttle reasons and processes
  [ $has_smi = 1 ] || return 0
  line=$(ask_gpu clocks.sm,clocks.mem,temperature.gpu,$throttle_field)
  printf '%s\t%s\t%s\n' "$1" "${line:-unknown}" "$(other_processes)" >>"$2"
}

# A process that was just killed may hold the GPU for a moment.
sample_idle() {
  tries=0
  while [ "$tries" -lt 3 ] && [ $has_smi = 1 ]; do
    case $(other_processes) in 0 | unknown) break ;; esac
    sleep 1
    tries=$((tries + 1))
  done
  sample "$1" "$2"
}

run_pipeline() { # COMMAND LIMIT BYTES FILE: both streams cut one byte behind BYTES
  {
    {
      timeout -k 5 "$2" sh -c "$1" </dev/null &
      printf '%s' "$!" >"$work/pid"
      wait "$!"
      printf '%s' "$?" >"$work/status"
    } 2>&3 3>&- | head -c $(($3 + 1)) >"$4.txt" 3>&-
  } 3>&1 | head -c $(($3 + 1)) >"$4.err"
}

run_once() { # NUMBER COMMAND LIMIT BYTES SEEN: sets $ended to its exit status, hung or over-limit
  begun=$(date +%s)
  rm -f "$work/status"
  : >"$work/sampling"
  while [ -e "$work/sampling" ]; do
    sample "run-$1" "$5/samples.txt"
    sleep 1
  done >/dev/null 2>&1 &
  sampler=$!
  run_pipeline "$2" "$3" "$4" "$5/run-$1" &
  running=$!
  while kill -0 "$running" 2>/dev/null; do wait "$running"; done
  : >"$work/pid"
  # A sampler that has only just begun may lose the signal to this shell's traps: the file ends it.
  rm -f "$work/sampling"
  kill "$sampler" 2>/dev/null
  wait "$sampler" 2>/dev/null
  took=$(($(date +%s) - begun))
  ended=$(cat "$work/status" 2>/dev/null)
  ended=${ended:-unknown}
  case $ended in
    124 | 137) if [ "$took" -ge "${3%.*}" ]; then ended=hung; fi ;;
  esac
  for stream in txt err; do
    if [ "$(wc -c <"$5/run-$1.$stream")" -gt "$4" ]; then ended=over-limit; fi
  done
  printf 'run-%s.exit\t%s\n' "$1" "$ended" >>"$5/facts.txt"
}

run_unit() { # DAY UNIT COMMAND EXPECTED LIMIT BYTES RUNS
  seen=$results/$1/$2
  cd "$work/build/$1/$2" || return
  sample_idle before "$seen/samples.txt"
  printf 'started\t%s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >>"$seen/facts.txt"
  number=0
  ended=-
  while [ "$number" -lt "$7" ]; do
    number=$((number + 1))
    run_once "$number" "$3" "$5" "$6" "$seen"
    # A run that ends otherwise than expected has its unit rejected: the rest would cost time only.
    if [ "$ended" != "$4" ] || [ "$stopped" = 1 ]; then break; fi
  done
  printf 'ended\t%s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >>"$seen/facts.txt"
  sample_idle after "$seen/samples.txt"
  cd "$work" || return
}

case $(other_processes) in
  0 | unknown) ;;
  *) say "warning: another process computes on this GPU; import refuses runs beside others" ;;
esac
total=$(wc -l <"$here/plan.tsv" | tr -d ' ')
position=0
left_out=0
while IFS=$tab read -r day unit _ _ _ _ command expected limit bytes runs <&4; do
  position=$((position + 1))
  seen=$results/$day/$unit
  if [ ! -f "$work/build/$day/$unit.done" ] || [ "$stopped" = 1 ]; then
    rm -rf "$seen"
    left_out=$((left_out + 1))
    say "[$position/$total] $day/$unit: left out"
    continue
  fi
  if [ -n "$time_left" ] && [ $(($(date +%s) - started_at)) -ge "$time_left" ]; then
    rm -rf "$seen"
    left_out=$((left_out + 1))
    say "[$position/$total] $day/$unit: left out, the $time_left s of -t are over"
    continue
  fi
  begun_unit=$(date +%s)
  build_status=$(cat "$work/build/$day/$unit.status")
  if [ "$build_status" = 0 ] && [ "$runs" -gt 0 ]; then
    run_unit "$day" "$unit" "$command" "$expected" "$limit" "$bytes" "$runs"
    what="$number of $runs runs, the last ended with $ended"
  else
    printf 'started\t%s\nended\t%s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
      "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >>"$seen/facts.txt"
    what="built with exit status $build_status, not run"
  fi
  if [ "$stopped" = 1 ]; then
    rm -rf "$seen"
    left_out=$((left_out + 1))
    what="left out, the recording was stopped"
  fi
  say "[$position/$total] $day/$unit: $what ($(($(date +%s) - begun_unit)) s)"
done 4<"$here/plan.tsv"

# ---- packing

sum_folder() { # FOLDER: a sha256sum line for every file below it
  for entry in "$1"/*; do
    if [ -d "$entry" ]; then
      sum_folder "$entry"
    elif [ -f "$entry" ]; then
      sha256sum "${entry#./}"
    fi
  done
}

cd "$results" || exit 2
sum_folder . >"$work/MANIFEST"
mv "$work/MANIFEST" MANIFEST
cd "$work" || exit 2

rm -f "$out/results.tar" "$out/results.tar.gz"
if command -v tar >/dev/null && tar -cf results.tar results; then
  packed=results.tar
  if command -v gzip >/dev/null && gzip -n results.tar; then packed=results.tar.gz; fi
else
  packed=results
  if [ -e "$out/results" ]; then
    [ -f "$out/results/machine.txt" ] || fail "$out/results is there and is no recording: move it"
    rm -rf "$out/results"
  fi
fi
# Under another name first, so that a file of the right name is always whole.
rm -rf "$out/.$packed.part"
cp -R "$packed" "$out/.$packed.part" || fail "cannot write to $out"
mv "$out/.$packed.part" "$out/$packed" || fail "cannot write to $out"
say "recorded $((total - left_out)) of $total units in $(($(date +%s) - started_at)) s: $out/$packed"
if [ "$left_out" -gt 0 ]; then exit 1; fi
exit 0
