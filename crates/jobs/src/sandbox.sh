# The box without bubblewrap: run by `unshare` as the first process of new namespaces (users, mounts, network,
# processes, names). Builds a root of its own from what may be read, moves there, and gives up every privilege.
# sandbox.sh ROOT BYTES CWD READABLE... -- PROGRAM ARGUMENT...
set -e
root=$1 bytes=$2 cwd=$3
shift 3
mount -t tmpfs -o mode=755,size=64m box "$root"
mkdir "$root/tmp" "$root/proc" "$root/dev" "$root/old"
mount -t tmpfs -o "mode=1777,size=$bytes" scratch "$root/tmp"
mkdir -p "$root$cwd"
while [ "$1" != -- ]; do
    if [ -d "$1" ]; then
        mkdir -p "$root$1"
    elif [ -e "$1" ]; then
        mkdir -p "$root${1%/*}"
        touch "$root$1"
    fi
    [ ! -e "$1" ] || mount --rbind "$1" "$root$1"
    shift
done
shift
for device in null zero full random urandom; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
# Whatever lies below what may be read is for reading too. What a mount had been given must be kept.
while read -r _ _ _ _ place flags _; do
    case $place in
    "$root" | "$root/tmp" | "$root"/dev/*) ;;
    # The second: hidden under the root, and gone with the old one.
    "$root"/*) [ ! -e "$place" ] || mount -o "remount,bind,$flags,ro" "$place" ;;
    esac
done </proc/self/mountinfo
mount -t proc proc "$root/proc"
mount -o remount,ro "$root"
cd "$root"
pivot_root . old
umount -l /old
cd "$cwd"
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
