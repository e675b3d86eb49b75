# What Daybook is built with on Debian and Ubuntu, and how it gets there. Sourced by tools/build-site
# and tools/run-tests.

SITE_PACKAGES='g++ libcli11-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libdtl-dev libgmp-dev
libgumbo-dev libre2-dev libyaml-cpp-dev meson nettle-dev ninja-build nlohmann-json3-dev
openssh-client pandoc pkg-config python3 python3-jinja2 python3-yaml zlib1g-dev'

# What the tests need besides.
TEST_PACKAGES='chromium clang clang-format fonts-noto-cjk git libgtest-dev munge npm openssh-server
python3-jsonschema slurm-wlm'

is_installed() {
  dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q ' installed$'
}

# Whether apt could install $1 here; a package may have another name in another release.
is_known() {
  apt-cache show "$1" >/dev/null 2>&1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

say_needs_root() {
  printf 'These packages are missing, and installing them needs root:%s\n' "$1" >&2
  printf 'Ask your administrator for: apt-get install%s\n' "$1" >&2
  exit 2
}

ask_first() {
  [ -t 0 ] && [ -z "${CI:-}" ] || return 0
  printf 'These packages are missing:%s\nInstall them now? [Y/n] ' "$1"
  read -r answer
  case $answer in
    '' | [Yy]*) ;;
    *)
      printf 'Nothing was installed, and nothing can be built without them.\n' >&2
      exit 2
      ;;
  esac
}

# Installs those of the packages in $1 and $2 that are not installed, asking first when a person is
# there. Of $2, what this release does not have is said and done without.
install_missing() {
  missing=
  for package in $1 ${2:-}; do
    # Node.js from elsewhere brings its own npm.
    if [ "$package" = npm ] && command -v npm >/dev/null; then continue; fi
    is_installed "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || say_needs_root "$missing"
  ask_first "$missing"
  as_root apt-get update -q
  wanted=
  for package in $missing; do
    case " $(echo ${2:-}) " in
      *" $package "*)
        if ! is_known "$package"; then
          printf 'There is no package %s here: the tests that need it are skipped.\n' "$package" >&2
          continue
        fi
        ;;
    esac
    wanted="$wanted $package"
  done
  [ -n "$wanted" ] || return 0
  # shellcheck disable=SC2086  # one word a package
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $wanted
}

# Clang's sanitizers are a package of their own, one for each version.
install_sanitizers() {
  command -v clang++ >/dev/null || return 0
  version=$(clang++ -dumpversion)
  install_missing '' "libclang-rt-${version%%.*}-dev"
}

# Configures the build folder $2 of the tree $1, with the options behind them. One that is there is
# configured anew, for what was installed since: a package just now, a CUDA Toolkit by the user.
configure() {
  source_tree=$1
  folder=$2
  shift 2
  if [ -f "$folder/build.ninja" ]; then
    meson setup --reconfigure "$@" "$folder" "$source_tree"
  else
    meson setup "$@" "$folder" "$source_tree"
  fi
}

# The system's Python first: Debian's modules belong to it.
system_python() {
  if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else command -v python3; fi
}
