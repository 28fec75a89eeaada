import { expect, test } from 'vitest';
import { createLog, createLogSwitch } from './log.ts';

test('[B2833] a line break in a value makes no second line, secrets are hidden, and each line has its moment in UTC', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const forged = 'x"}\n{"level":30,"event":"forged"}\r\n\u2028\u001b[31m';
  log.info({ event: forged, body: { password: 'open sesame', token: 'abc', api_token: 'def' }, req: { headers: { authorization: 'Bearer ghi' } } }, forged);
  expect(lines).toHaveLength(1);
  for (const mark of ['\r', '\n', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(mark);
  const read = JSON.parse(lines[0] as string);
  expect([read.event, read.msg]).toEqual([forged, forged]);
  expect(lines[0]).not.toMatch(/open sesame|abc|def|ghi/);
  expect(read.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('[B2877] a log says more while it is asked to, then as much as before; one that says more already says no less', () => {
  const lines: string[] = [];
  const told = (level: string): (string | undefined)[] => {
    const log = createLog(level, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const more = createLogSwitch(log);
    for (const isMore of [false, true, false]) {
      more(isMore);
      log.debug(isMore ? 'more' : 'as set');
    }
    return lines.splice(0);
  };
  expect(told('info')).toEqual(['more']);
  expect(told('trace')).toEqual(['as set', 'more', 'as set']);
});
