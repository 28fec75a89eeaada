// Checks of the code that do not run it. Each check takes seconds, the first one of types a minute and a half;
// they run side by side.
import { spawn } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { inRoot, node, root } from './paths.mjs';
import { environment } from './run.mjs';

/**
 * Left to itself the compiler checks four projects side by side with four checkers each, and every checker computes again what
 * the others know. Only a large machine has the memory and the processors for that. Elsewhere it collects garbage rarely, until
 * it holds 1.7 GB.
 */
const isLargeMachine = availableParallelism() >= 4 && totalmem() >= 15 * 1024 ** 3;
const compiler = isLargeMachine ? { args: [], env: {} } : { args: ['--checkers', '1', '--builders', '1'], env: { GOMEMLIMIT: '1700MiB', GOGC: '300' } };
const checks = [
  { name: 'types', args: [inRoot('node_modules', 'typescript', 'bin', 'tsc'), '-b', '--pretty', 'false', ...compiler.args], env: compiler.env },
  { name: 'lint', args: [inRoot('node_modules', 'oxlint', 'bin', 'oxlint'), '.'] },
  { name: 'format', args: [inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'format', '.'], hint: 'npm run format' },
  { name: 'house rules and coverage', args: ['tools/house-rules/main.ts'] },
  { name: 'schema', args: ['tools/schema/check-current.ts'], hint: 'npm run schema' },
  { name: 'personal data', args: ['tools/schema/check-personal-data.ts'] },
  { name: 'settings', args: ['tools/settings/main.ts', '--check'], hint: 'npm run settings' },
  { name: 'ASVS', args: ['tools/asvs/main.ts', '--check'], hint: 'npm run asvs' },
  { name: 'privacy', args: ['tools/privacy/main.ts', '--check'], hint: 'npm run privacy' },
  { name: 'wire', args: ['tools/wire/main.ts', '--check'], hint: 'npm run wire' },
];

/** Runs every check and prints the failures. Returns how many passed and failed, and `failures`: the failed ones. */
export async function runChecks() {
  const results = await Promise.all(checks.map(run));
  for (const { name, hint, ok, output, seconds } of results) {
    console.log(`${ok ? 'ok    ' : 'failed'} ${name} (${seconds} s)${!ok && hint ? `; ${hint} writes it` : ''}`);
    if (!ok)
      console.log(
        output
          .trimEnd()
          .split('\n')
          .map((line) => `       ${line}`)
          .join('\n'),
      );
  }
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => `the check of ${name}`);
  return { counts: { passed: results.length - failures.length, failed: failures.length, skipped: 0 }, failures };
}

function run(check) {
  const startedAt = performance.now();
  const child = spawn(node, check.args, { cwd: root, env: environment({ NO_COLOR: '1', ...check.env }), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    const done = (ok) => resolve({ ...check, ok, output, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) });
    child.once('error', (error) => {
      output += error.message;
      done(false);
    });
    child.once('close', (code) => done(code === 0));
  });
}
