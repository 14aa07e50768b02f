# SPDX-License-Identifier: MIT
# Shared by scripts/on_bare.sh, packaging/try.sh and .ci/run, after setup.sh: makes a bare system of a Debian release by
# debootstrap, and runs commands there. The script that makes one removes it.
# shellcheck shell=bash disable=SC2154

# The releases that are supported, as the README says.
debian_releases=(bookworm trixie)

running_release() {
    # shellcheck source=/dev/null
    (. /etc/os-release && printf '%s\n' "${VERSION_CODENAME-}")
}

# The supported releases that the running system is not: its own is tested without a bare system.
other_releases() { printf '%s\n' "${debian_releases[@]}" | grep -vx "$(running_release)"; }

require_release() { # RELEASE...
    local release
    for release in "$@"; do
        case " ${debian_releases[*]} $(running_release) " in
            *" $release "*) ;;
            *) printf 'Not a supported release: %s. There are %s\n' "$release" "${debian_releases[*]}" >&2 && exit 2 ;;
        esac
    done
}

# From where the running system's apt has its Debian. Nothing, if it has another system: debootstrap knows a mirror.
debian_mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(ORIGIN)|$(RELEASE)|$(CODENAME)|$(COMPONENT)|$(REPO_URI)' 'Created-By: Packages' |
        awk -F '|' -v running="$(running_release)" '
            ($1 == "Debian" || $1 == "") && ($2 == running || $3 == running) && $4 == "main" && !found++ { print $5 }'
}

# What apt asks for files, the bare system's asks, too.
http_proxy=${http_proxy:-$(apt-config dump --format '%v' Acquire::http::Proxy 2>/dev/null || true)}
[ -z "$http_proxy" ] || export http_proxy

# What a command mounts is gone with it. Where a container does not allow that, the command runs as it is. It has no
# processes of its own, since the first of those would ignore what interrupts it.
own_mounts=()
if unshare --mount true 2>/dev/null; then
    own_mounts=(unshare --mount)
fi

# Fills a folder with a bare system, or says why it cannot.
make_bare() { # RELEASE FOLDER [FOLDER_TO_COPY]
    if [ -n "${3-}" ]; then
        cp -a "$3/." "$2"
        return
    fi
    (install_packages debootstrap debian-archive-keyring) || return
    local mirror log
    mirror=$(debian_mirror)
    log=$(mktemp)
    # A mirror that does not answer is asked again and again.
    if ! timeout --foreground 15m "${own_mounts[@]}" \
        debootstrap --force-check-gpg --variant=minbase "$1" "$2" ${mirror:+"$mirror"} >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
    # It does not outlive a crash, so that nothing need be on the disk at once.
    echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/unsafe-io"
}

# Runs a command in a bare system, which sees nothing of this one but its network.
in_bare() { # FOLDER COMMAND...
    local folder=$1 enter=(chroot "$1")
    [ ${#own_mounts[@]} = 0 ] || enter=("${own_mounts[@]}" "--root=$folder" --mount-proc)
    shift
    "${enter[@]}" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+"http_proxy=$http_proxy"} "$@"
}

# Copies this tree, without what was built in it, as one has it who unpacks the sources.
copy_tree() { # FOLDER
    mkdir -p "$1"
    tar -C "$root" --exclude='./build*' --exclude=./out --exclude=./.git --exclude=node_modules -cf - . |
        tar -C "$1" --no-same-owner -xf -
}
