import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs one of the server's scripts to its end, with only `env` as its environment. */
export function runCommand(
  script:
    | 'doctor'
    | 'end-school'
    | 'make-admin-link'
    | 'make-backup'
    | 'manage-fleet'
    | 'manage-schools'
    | 'restore-backup'
    | 'send-test-mail'
    | 'status'
    | 'stop'
    | 'upgrade'
    | 'verify-backup',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  const path = fileURLToPath(new URL(`../${script}.ts`, import.meta.url));
  return new Promise<{ code: number; output: string }>((resolve) => {
    const surrounding = { NODE_NO_WARNINGS: '1', PATH: process.env.PATH ?? '', ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}) };
    execFile(process.execPath, [path, ...args], { env: { ...surrounding, ...env }, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
    );
  });
}
