import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepTemporaryFilesInMemory } from './memory-room.mjs';

const module = fileURLToPath(new URL('memory-room.mjs', import.meta.url));
let memory: string;
beforeEach(() => (memory = mkdtempSync(join(tmpdir(), 'classwright-memory-'))));
afterEach(() => rmSync(memory, { recursive: true, force: true }));

/** Returns the output of code in a process that keeps its files there. The process ends with the code. */
const inProcess = (code: string): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { tmpdir } from 'node:os'; import { existsSync } from 'node:fs'; import { keepTemporaryFilesInMemory } from ${JSON.stringify(module)};
       delete process.env.TMPDIR; keepTemporaryFilesInMemory({ memory: ${JSON.stringify(memory)}, leastBytes: 0 }); ${code}`,
    ],
    { encoding: 'utf8' },
  );

test('temporary files of a run are in memory, and gone when it ends', () => {
  const [folder = '', isThere] = inProcess('console.log(`${tmpdir()} ${existsSync(tmpdir())}`)').trim().split(' ');
  expect(folder.startsWith(join(memory, 'classwright-tests-'))).toBe(true);
  expect(isThere).toBe('true');
  expect(existsSync(folder)).toBe(false);
});

test('what a run left that was killed goes with the next one, and what runs keeps its files', () => {
  const [dead, alive] = [join(memory, 'classwright-tests-99999999'), join(memory, `classwright-tests-${process.pid}`)];
  for (const folder of [dead, alive, join(memory, 'of-others')]) mkdirSync(folder);
  inProcess('');
  expect(readdirSync(memory).sort()).toEqual([`classwright-tests-${process.pid}`, 'of-others']);
});

test('a folder that somebody chose stays the one, as where there is little memory or none', () => {
  const chosen = { TMPDIR: '/somewhere' };
  expect(keepTemporaryFilesInMemory({ memory, leastBytes: 0, env: chosen })).toBeNull();
  const env: Record<string, string | undefined> = {};
  expect(keepTemporaryFilesInMemory({ memory, leastBytes: 1024 ** 5, env })).toBeNull();
  expect(keepTemporaryFilesInMemory({ memory: join(memory, 'nowhere'), leastBytes: 0, env })).toBeNull();
  expect([chosen, env, readdirSync(memory)]).toEqual([{ TMPDIR: '/somewhere' }, {}, []]);
});
