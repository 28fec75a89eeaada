import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('.', import.meta.url));
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file));

/** Everything random that has fewer than 128 bits, with the reason why nobody gains by guessing it, or what slows guesses. */
const SHORT: Readonly<Record<string, string>> = {
  'platform/codes.ts randomInt(characters.length)': 'the function itself; its uses follow',
  'modules/overview/records/erasure/number.ts makeCode(10, SIGNS)': 'a number on a receipt, which opens nothing',
  'modules/class/classes/service.ts makeCode(CODE_LENGTH)':
    'signed-in students of the school join a class with it; a teacher renews it, and calls of a person are limited',
  'modules/lesson/seats/codes.ts makeCode(CODE_LENGTH, CODE_LETTERS)': 'stands on the wall of the room; a teacher lets people in, and wrong codes are slowed',
  'modules/lesson/live/walls/index.ts makeCode(WALL_CODE_LENGTH, WALL_CODE_LETTERS)': 'ten minutes, and a signed-in teacher types it at the own lesson',
  'modules/people/accounts/factors/codes.ts makeCode(RECOVERY_CHARACTERS)': 'a second step after a password, slowed, and kept as slow hashes',
  'modules/people/accounts/links/codes.ts makeCode(CARD_CHARACTERS)': 'typed by hand: 77 bits for a week, slowed, and kept as keyed hashes',
  'modules/lesson/seats/pins.ts randomInt(10 ** PIN_LENGTH)': 'four digits for a seat in a lesson that runs; five wrong ones lock it for ten minutes',
  'modules/lesson/rehearsals/index.ts randomInt(2 ** 31 - 1)': 'a seed of a simulated class',
  'modules/lesson/live/pairs/staff.ts randomInt(2 ** 31 - 1)': 'a seed for pairing',
  'modules/people/accounts/password.ts randomInt(tookMs.length)': 'a duration',
  'modules/connections/oneroster/clients/secrets.ts randomBytes(12)': 'the public name of a program; its secret has 256 bits',
  'platform/secrets.ts randomBytes(NONCE_BYTES)': 'a nonce of 96 bits, as the cipher asks for',
  'platform/database/migrate.ts randomBytes(10)': 'the public key of live connections; its secret has 256 bits',
  'platform/live/bus/carried-bus.ts randomBytes(8)': 'the name of a process',
  'platform/live/bus/notify.ts randomBytes(8)': 'the name of a process',
  'platform/live/share-crowd.ts randomInt(2 ** 47)': 'the name of a process',
  'platform/live/upgrade.ts randomBytes(8)': 'the name of a socket: two of them, 128 bits',
};
const RANDOM = /\b(?:makeCode|randomInt|randomBytes)\((?:[^()]|\([^()]*\))*\)|\bMath\.random\(\)/g;
/** Math.random decides only how long something waits. */
const isPause = (line: string): boolean => /Math\.random\(\)/.test(line) && /sleep|pause|delayMs/.test(line);

test('[B2839] everything random that must not be guessed has 128 bits, and the rest has a reason', () => {
  const found = files.flatMap((file) =>
    readFileSync(`${source}${file}`, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\*|\/\/|import )/.test(line) && !isPause(line))
      .flatMap((line) => [...line.matchAll(RANDOM)].map(([call]) => `${file} ${call}`)),
  );
  const isLong = (call: string): boolean => Number(/randomBytes\((\d+)\)$/.exec(call)?.[1] ?? 0) >= 16 || call.endsWith('randomBytes(KEY_BYTES)');
  expect([...new Set(found.filter((call) => !isLong(call)))].toSorted()).toEqual(Object.keys(SHORT).toSorted());
  expect(found.filter(isLong).length).toBeGreaterThan(15);
});
