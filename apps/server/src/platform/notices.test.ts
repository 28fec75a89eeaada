import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { Notices } from './notices.ts';

afterEach(() => vi.useRealTimers());

test('[B101] one line a minute of each kind, with how many were not told', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: Record<string, unknown>[] = [];
  const notices = new Notices(createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }));
  for (let n = 0; n < 1_000; n += 1) notices.tell('socket refused', { origin: `http://evil-${n}.example` }, 'refused');
  notices.tell('socket closed', { account: 7 }, 'closed');
  expect(lines.map(({ event, origin, untold }) => [event, origin, untold])).toEqual([
    ['socket refused', 'http://evil-0.example', undefined],
    ['socket closed', undefined, undefined],
  ]);
  vi.advanceTimersByTime(60_000);
  notices.tell('socket refused', { origin: 'http://later.example' }, 'refused');
  expect(lines.at(-1)).toMatchObject({ event: 'socket refused', origin: 'http://later.example', untold: 999 });
});
