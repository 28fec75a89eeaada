# Runs as root in a copy of a machine, with three versions of the package in /packages. Each line after `set -e` must succeed.
set -e
conf=/etc/classwright/classwright.conf
version() { dpkg-query -W -f '${Version}' classwright; }
install_deb() { dpkg --force-depends -i "$1" >/tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; return 1; }; }
count_backups() { ls /var/lib/classwright/backups | wc -l; }

echo 'step: install'
install_deb /packages/1.deb
grep -q 'systemctl enable --now classwright-web classwright-jobs' /tmp/dpkg.log
test "$(stat -c '%U %a' /var/lib/classwright/data)" = 'classwright 700'
test "$(stat -c '%U:%G %a' $conf)" = 'root:classwright 640'
test "$(stat -c '%U' /opt/classwright/classwright)" = root
test -z "$(find /opt/classwright -perm -o+w ! -type l | head -n 1)"
classwright help >/dev/null
if command -v systemd-analyze >/dev/null; then systemd-analyze verify /usr/lib/systemd/system/classwright*.service; fi

echo 'step: start as the unit does'
sed -i 's/^#HOST=.*/HOST=127.0.0.1/; s/^#EMBEDDED_IN_PRODUCTION=.*/EMBEDDED_IN_PRODUCTION=on/' $conf
(cd /var/lib/classwright && exec runuser -u classwright -- /opt/classwright/classwright --settings $conf) >/tmp/product.log 2>&1 &
product=$!
tries=0
until classwright ready 3000; do
  tries=$((tries + 1))
  if [ $tries -gt 100 ] || ! kill -0 $product; then cat /tmp/product.log; exit 1; fi
  sleep 0.3
done
pkill -TERM -P $product -x node || kill -TERM $product
wait $product || true
ls -d /var/lib/classwright/data/postgres-* >/dev/null

echo 'step: upgrade, with a backup'
install_deb /packages/2.deb
test "$(version)" = 99.2.0
test "$(count_backups)" = 1
runuser -u classwright -- classwright verify /var/lib/classwright/backups/*
grep -q '^EMBEDDED_IN_PRODUCTION=on' $conf

echo 'step: an upgrade whose backup fails'
chown root /var/lib/classwright/backups
if install_deb /packages/3.deb; then exit 1; fi
grep -q 'The version 99.2.0 stays' /tmp/dpkg.log
test "$(version)" = 99.2.0
test "$(dpkg-query -W -f '${db:Status-Status}' classwright)" = installed

echo 'step: an upgrade without a backup, as the settings say'
sed -i 's/^#BACKUP_BEFORE_UPGRADE=.*/BACKUP_BEFORE_UPGRADE=off/' $conf
install_deb /packages/3.deb
test "$(version)" = 99.3.0
test "$(count_backups)" = 1

echo 'step: remove'
dpkg -r classwright >/dev/null
test ! -e /opt/classwright
test -f $conf
getent passwd classwright >/dev/null

echo 'step: purge'
dpkg -P classwright >/tmp/purge.log 2>&1
grep -q "still in /var/lib/classwright" /tmp/purge.log
test ! -e /etc/classwright
if getent passwd classwright; then exit 1; fi
test -d /var/lib/classwright/data
test "$(count_backups)" = 1
echo 'all steps done'
