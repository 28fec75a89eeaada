// A command that runs parts of the tests, one step after the other, and prints the results at the end.
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { inRoot, node, root } from './paths.mjs';
import { environment } from './run.mjs';
import { chooseShare, withLeftOut } from './share.mjs';
import { addCounts, deleteResult, describeParts, inWords, keepResult, readResult } from './sum.mjs';
import { runVitest } from './vitest.mjs';

/** Returns whether a file of tests is one of `npm run proof`. */
export const isProof = (file) => /\.proof\.(test|journey)\.tsx?$/.test(file);

/**
 * Returns the share of a part's files to run; null for all. `.ci/run` limits the time of all tests together, of which `done`
 * are the parts of this command so far.
 */
function findShare(command, name, done) {
  const { TESTS_BEGAN: began, TESTS_MINUTES: limit } = process.env;
  if (!began || !limit) return null;
  const before = command === 'test' ? [] : (readResult('test') ?? []);
  const share = chooseShare(name, { limitMinutes: Number(limit), beganMs: Number(began) * 1000, nowMs: Date.now(), done: [...before, ...done] });
  return share.of > 1 ? share : null;
}

/**
 * Runs the parts that the command line names, or all of them. A part is a list of projects of vitest.config.ts, or a function
 * that resolves to `counts` and `failures`. Parts of one step run at the same time. With `--changed` the files of tests are
 * those that can tell of what is changed here and that `holds` says are of this command; `about` says where the others run.
 */
export async function runSuite({ command, parts, steps, holds, about }) {
  const flag = process.argv.slice(2).find((argument) => /^--changed(=|$)/.test(argument));
  const wanted = process.argv.slice(2).filter((argument) => argument !== flag);
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`There is no part named ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}.`);
    process.exit(1);
  }
  await ensureInstalled();
  deleteResult(command);
  const chosen = flag ? chooseTests(flag.slice('--changed='.length), holds, about) : null;
  await buildWeb();
  const results = [];
  for (const step of steps) {
    const names = step
      .filter((name) => wanted.length === 0 || wanted.includes(name))
      .filter((name) => typeof parts[name] === 'function' || chosen?.length !== 0);
    if (names.length === 0) continue;
    console.log(`\n${names.join(' and ')}\n`);
    results.push(
      ...(await Promise.all(
        names.map((name) =>
          runPart(name, parts[name], { chosen, share: chosen ? null : findShare(command, name, results), label: names.length > 1 ? name : '' }),
        ),
      )),
    );
  }
  const sum = addCounts(results.map(({ counts }) => counts));
  console.log([...describeParts(results), inWords(sum)].join('\n'));
  keepResult(command, results);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

async function runPart(name, part, { chosen, share, label }) {
  const startedAt = performance.now();
  const more = share ? [`--shard=${share.at}/${share.of}`] : (chosen ?? []);
  const result = typeof part === 'function' ? await part() : await runVitest(part, more, label);
  const whole = { name, files: [], unsteady: [], ...result, seconds: (performance.now() - startedAt) / 1000 };
  if (!share) return whole;
  const ran = new Set(whole.files.map(({ file }) => file));
  return withLeftOut(
    whole,
    listFiles(part).filter((file) => !ran.has(file)),
    share,
  );
}

/** Lists the files of vitest's projects, by their paths in the repository. */
function listFiles(projects) {
  const args = ['list', '--filesOnly', '--json', ...projects.flatMap((project) => ['--project', project])];
  const output = execFileSync(node, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...args], { cwd: root, env: environment(), encoding: 'utf8' });
  const listed = JSON.parse(output.slice(output.indexOf('[')));
  return [...new Set(listed.map(({ file }) => relative(root, file)))].sort();
}

/** Returns the files to run; null for all. */
function chooseTests(revision, holds, about) {
  const output = execFileSync(node, ['tools/changed/main.ts', ...(revision ? [revision] : [])], { cwd: root, env: environment(), encoding: 'utf8' });
  const { base, changed, choice } = JSON.parse(output);
  const since = `${changed.length} files are changed since ${base.slice(0, 12)}`;
  if (choice.all) {
    console.log(`${since}, ${choice.because} among them: all tests run.`);
    return null;
  }
  const [files, others] = [choice.files.filter(holds), choice.files.filter((file) => !holds(file))];
  console.log(`${since}: ${files.length} files of tests run.`);
  if (others.length > 0) console.log(`${about}\n${others.map((file) => `  ${file}`).join('\n')}`);
  return files;
}
