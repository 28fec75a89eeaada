import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const bench = fileURLToPath(new URL('./growth.bench.ts', import.meta.url));

test('[B3066] the bench of growth runs whole, with 11 schools for 10 and for 1,000', { timeout: 900_000 }, async () => {
  // Its result says whether figures reach their goals, which a busy machine decides; what it prints last says that it ran whole.
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [bench, '11', '1'], { maxBuffer: 16 * 1024 * 1024 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(output).toMatch(/Periodic tasks when nothing has changed: \d{2} measured/);
  expect(output).toMatch(/Reads by people of one school: \d{3} measured/);
  expect(output).toMatch(/the nights of all schools, in which nothing is due: [\d,]+ rows/);
  expect(output).toMatch(/the page System: [\d,]+ rows, [\d.]+ ms/);
  expect(output).not.toMatch(/ answers \d{3}: /);
});
