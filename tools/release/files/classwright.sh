#!/bin/sh
# Starts Classwright, or does one of its other tasks: classwright help lists them.
here=$(dirname -- "$(readlink -f -- "$0")")
node="$here/@NODE@"

settings=
if [ "$1" = --settings ]; then
  settings="--env-file=$2"
  shift 2
fi
case "$1" in
  '' | -*) program=main ;;
  start) program=main; shift ;;
  backup) program=make-backup; shift ;;
  restore) program=restore-backup; shift ;;
  verify) program=verify-backup; shift ;;
  doctor) program=doctor; shift ;;
  upgrade) program=upgrade; shift ;;
  status) program=status; shift ;;
  stop) program=stop; shift ;;
  mail-test) program=send-test-mail; shift ;;
  admin-link) program=make-admin-link; shift ;;
  schools) program=manage-schools; shift ;;
  fleet) program=manage-fleet; shift ;;
  end-school) program=end-school; shift ;;
  demo-reset) program=reset-demo; shift ;;
  ready)
    exec "$node" -e 'fetch(`http://127.0.0.1:${process.argv[1] || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$2"
    ;;
  *)
    cat <<'HELP'
classwright [--settings FILE] [COMMAND]
  start [--role web|jobs|all]   runs it until it is stopped; so does no command
  ready [PORT]                  ends with 0 when the process on this port can serve, otherwise with 1
  status                        says what runs, and how it is; ends with 3 when nothing does
  stop                          asks it to finish its work and end, and waits
  upgrade [--old FOLDER] [--plan]
                                upgrades what the version in FOLDER serves to this one, and goes back when that fails
  backup [FOLDER]               as npm run backup; likewise restore, verify, doctor, mail-test, admin-link,
                                schools, end-school, fleet, demo-reset
FILE holds settings as NAME=value, one a line. Those of the environment go before them.
HELP
    [ "$1" = help ]
    exit
    ;;
esac

export NODE_NO_WARNINGS=1 UV_THREADPOOL_SIZE="${UV_THREADPOOL_SIZE:-16}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-262144}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-262144}"
if [ -z "$NODE_COMPILE_CACHE" ] && [ -w "$here" ]; then export NODE_COMPILE_CACHE="$here/.compiled"; fi
if [ "$program" = main ]; then set -- @FLAGS@ "$here/apps/server/src/main.ts" --program "$here/@PROGRAM@" "$@"; else set -- "$here/apps/server/src/$program.ts" "$@"; fi
exec "$node" ${settings:+"$settings"} "$@"
