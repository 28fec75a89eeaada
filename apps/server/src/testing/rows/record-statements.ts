import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { RECORDED } from './recorded.ts';

const IS_PREPARABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|VALUES)\b/i;

/** The statements that this file of tests has sent. A worker runs several files; the place to note them in stays. */
const seen = new Set<string>();
type Run = (this: unknown, ...parts: unknown[]) => unknown;
const client = pg.Client.prototype as unknown as { query: Run & { notes?: { into: Set<string> } } };

if (client.query.notes) client.query.notes.into = seen;
else {
  const notes = { into: seen };
  const run = client.query;
  client.query = Object.assign(
    function query(this: unknown, ...parts: unknown[]) {
      const [first] = parts as [string | { text?: string }];
      const text = typeof first === 'string' ? first : first?.text;
      if (text !== undefined && IS_PREPARABLE.test(text)) notes.into.add(text);
      return run.apply(this, parts);
    } as Run,
    { notes },
  );
}

afterAll(() => {
  if (seen.size === 0) return;
  mkdirSync(RECORDED, { recursive: true });
  const name = createHash('sha256')
    .update(expect.getState().testPath ?? '')
    .digest('hex')
    .slice(0, 16);
  writeFileSync(join(RECORDED, `${name}.json`), JSON.stringify([...seen]));
});
