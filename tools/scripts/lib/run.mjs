// Child processes that end with us, and whose result becomes ours.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { inRoot, node, root } from './paths.mjs';

const OF_THE_PROCESS = { UV_THREADPOOL_SIZE: '16', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/**
 * Returns the environment in which our own Node comes first, also for tools that start `node` themselves. Files, names
 * and compression share sixteen threads. Compiled code is cached: from the second time on, the product starts in half
 * the time. Large buffers go back to the system when they are freed, and the threads share two places for small ones: otherwise the C
 * library keeps a hundred megabytes and more of what background work once needed.
 */
export function environment(extra = {}) {
  return {
    ...process.env,
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot('node_modules', '.cache', 'node'),
    ...Object.fromEntries(Object.entries(OF_THE_PROCESS).map(([name, value]) => [name, process.env[name] || value])),
    PATH: [dirname(node), inRoot('node_modules', '.bin'), process.env.PATH].join(':'),
    ...extra,
  };
}

/** Runs a script on our Node with our input and output. Resolves to its exit code. Signals are passed on to it. */
export function runNode(args, { env = {}, stdio = 'inherit', watchParent = false } = {}) {
  const child = spawn(node, args, { cwd: root, env: environment(env), stdio: Array.isArray(stdio) ? stdio : [stdio, stdio, stdio] });
  return follow(child, watchParent).catch((error) => {
    if (error.code !== 'EACCES') throw error;
    console.error(`\n${refuseNoExec()}`);
    return 1;
  });
}

/** Returns the message for a disk on which nothing may be executed. */
export function refuseNoExec() {
  return `The folder ${root} may not run programs: its disk is mounted with noexec. Put Classwright on another disk, or mount this one without noexec.`;
}

/** Passes signals on and resolves when the child has ended. 128 + the signal's number when a signal ended it. */
export function follow(child, watchParent = false) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const parent = process.ppid;
  // A killed npm notifies nobody. Without this the child could not be stopped in the usual way.
  const watcher = watchParent && process.env.npm_lifecycle_event ? setInterval(() => process.ppid !== parent && pass('SIGTERM'), 500) : null;
  watcher?.unref();
  const pass = (signal) => {
    clearInterval(watcher);
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      clearInterval(watcher);
      resolve(code ?? 128 + ({ SIGINT: 2, SIGKILL: 9, SIGTERM: 15, SIGHUP: 1 }[signal] ?? 0));
    });
  });
}

/** Checks whether a process with that number exists, of any user. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
