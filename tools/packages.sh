# What Daybook is built with on Debian and Ubuntu, and how it gets there. Sourced by tools/build-site
# and tools/run-tests.

SITE_PACKAGES='g++ libcli11-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libdtl-dev libgmp-dev libgumbo-dev
libre2-dev libssl-dev libyaml-cpp-dev meson ninja-build nlohmann-json3-dev openssh-client pandoc
pkg-config python3 python3-jinja2 python3-yaml zlib1g-dev'

# Installs those of the packages in $1 that are not installed, asking first when a person is there.
install_missing() {
  missing=
  for package in $1; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  as_root=
  if [ "$(id -u)" != 0 ]; then
    as_root=sudo
    command -v sudo >/dev/null || {
      printf 'These packages are missing, and installing them needs root:%s\n' "$missing" >&2
      printf 'Ask your administrator for: apt-get install%s\n' "$missing" >&2
      exit 2
    }
  fi
  if [ -t 0 ] && [ -z "${CI:-}" ]; then
    printf 'These packages are missing:%s\nInstall them now? [Y/n] ' "$missing"
    read -r answer
    case $answer in
      '' | [Yy]*) ;;
      *)
        printf 'Nothing was installed, and nothing can be built without them.\n' >&2
        exit 2
        ;;
    esac
  fi
  $as_root apt-get update -q
  # shellcheck disable=SC2086  # one word a package
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
}

# Configures the build folder $2 of the tree $1 once; Ninja reconfigures it when it must.
configure() {
  [ -f "$2/build.ninja" ] || meson setup "$2" "$1"
}

# What the tests need besides.
TEST_PACKAGES='chromium clang clang-format fonts-noto-cjk git libclang-rt-14-dev libgtest-dev nodejs npm
patch'

# The system's Python first: Debian's modules belong to it.
system_python() {
  if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else command -v python3; fi
}
