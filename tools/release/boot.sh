# Boots systemd as the first process of a machine of its own, on a copy of this machine's files in memory, and runs a
# script there as a unit. Run as root: boot.sh FOLDER PACKAGES SCRIPT. PACKAGES is /packages inside; what the script says is
# written to PACKAGES/said. Ends with the script's exit code; with 77 and a reason where systemd cannot be booted.
set -e
folder=$1
packages=$2
script=$3
groups=$(findmnt -rno TARGET -t cgroup2 | head -n 1)
refuse() { echo "$1"; exit 77; }

if [ -z "$IS_INSIDE" ]; then
  [ -n "$groups" ] || refuse 'there is no cgroup2'
  [ -x /usr/lib/systemd/systemd ] || refuse 'there is no systemd'
  mine=$groups/classwright-boot-$$
  mkdir "$mine" 2>/dev/null || refuse 'no group of processes can be made'
  export IS_INSIDE=yes
  code=0
  # The inner shell enters the group before it gets a view of groups in which that one is the root.
  sh -c 'echo $$ > "$1/cgroup.procs" && shift && exec unshare --cgroup --net --mount --pid --uts --ipc --fork --kill-child "$@"' \
    sh "$mine" sh "$0" "$folder" "$packages" "$script" || code=$?
  sleep 0.2
  find "$mine" -depth -type d -exec rmdir {} \; 2>/dev/null || true
  exit $code
fi

mount -t tmpfs -o size=2500m tmpfs "$folder"
mkdir "$folder/over" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/over,workdir=$folder/work" "$folder/root" || refuse 'there is no overlay file system'
root=$folder/root
mkdir -p "$root/packages"
mount --bind "$packages" "$root/packages"
mount -t proc proc "$root/proc"
# The kernel is that of this machine, and nothing inside may set it.
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"; done
mknod -m 666 "$root/dev/tty" c 5 0
mkdir -m 1777 "$root/dev/shm"
mkdir "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ip link set lo up

# Nothing of this machine runs inside: only what the script starts.
rm -rf "$root"/etc/systemd/system/*.wants "$root"/etc/systemd/system/*.requires "$root"/etc/systemd/system/default.target
mkdir -p "$root/run/systemd/system"
for unit in systemd-sysctl.service systemd-binfmt.service systemd-modules-load.service systemd-remount-fs.service systemd-udevd.service \
  systemd-udev-trigger.service systemd-udevd-control.socket systemd-udevd-kernel.socket proc-sys-fs-binfmt_misc.automount dev-hugepages.mount \
  dev-mqueue.mount sys-kernel-debug.mount sys-kernel-tracing.mount sys-kernel-config.mount sys-fs-fuse-connections.mount \
  systemd-pcrphase.service systemd-pcrphase-sysinit.service systemd-random-seed.service systemd-hwdb-update.service systemd-firstboot.service; do
  ln -s /dev/null "$root/run/systemd/system/$unit"
done
cat > "$root/run/systemd/system/script.service" <<UNIT
[Unit]
After=multi-user.target
Wants=multi-user.target
SuccessAction=exit
FailureAction=exit
SuccessActionExitStatus=0
FailureActionExitStatus=1

[Service]
Type=oneshot
Environment=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
ExecStart=/bin/sh /packages/$script
TimeoutStartSec=1200
StandardOutput=append:/packages/said
StandardError=append:/packages/said
UNIT
# The root of this view is a mount of its own, and shared: systemd hands credentials to units by a mount that a private root keeps from them.
mkdir "$root/before"
cd "$root"
pivot_root . before
exec /usr/bin/env -i container=classwright /bin/sh -c 'umount --lazy /before && mount --make-rshared / && exec /usr/lib/systemd/systemd --unit=script.service --show-status=0 --log-target=journal'
