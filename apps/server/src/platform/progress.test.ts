import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function show(isTTY: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const progress = createProgress({ isTTY, write: (text) => written.push(text) }, () => clock.ms);
  return { written, clock, progress };
}

const bar = (title: string, done: number, percent: string) => `\r${title} [${'#'.repeat(done)}${'-'.repeat(30 - done)}] ${percent}%`;

test('[B2864] on a terminal a bar grows in its line at most ten times a second, and a sentence has a line of its own', () => {
  const { written, clock, progress } = show(true);
  progress.show('Saving', 0);
  progress.show('Saving', 0.2); // in the same moment
  clock.ms += 100;
  progress.show('Saving', 0.5);
  clock.ms += 100;
  progress.show('Saving', 0.4); // never backwards
  progress.say('Half of it.');
  expect(written).toEqual([bar('Saving', 0, '  0'), bar('Saving', 15, ' 50'), '\n', 'Half of it.\n']);
  written.length = 0;
  progress.show('Reading', 0.1);
  progress.show('Writing', 0.1); // another work begins another line
  progress.end();
  expect(written).toEqual([bar('Reading', 3, ' 10'), '\n', bar('Writing', 3, ' 10'), bar('Writing', 30, '100'), '\n']);
  progress.end();
  expect(written).toHaveLength(5);
});

test('[B2864] in a file there is at most one line in three seconds, none of short works, and nothing of a terminal', () => {
  const { written, clock, progress } = show(false);
  for (let percent = 0; percent <= 100; percent++) {
    progress.show('Saving', percent / 100);
    clock.ms += 100;
  }
  progress.end();
  expect(written).toEqual(['Saving: 30%\n', 'Saving: 60%\n', 'Saving: 90%\n']);
  written.length = 0;
  progress.show('Reading', 0.5);
  progress.show('Reading', 1);
  progress.end();
  progress.say('Everything is there.');
  expect(written).toEqual(['Everything is there.\n']);
});

test('[B2864] a share outside 0 to 1 is shown as the nearer end', () => {
  const { written, clock, progress } = show(true);
  progress.show('Saving', -1);
  clock.ms += 100;
  progress.show('Saving', 2);
  expect(written).toEqual([bar('Saving', 0, '  0'), bar('Saving', 30, '100')]);
});
