import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOTICE_EDITION } from './calls.ts';
import { noticeMessages } from './messages.ts';

/**
 * The product's own text of the notice as it was last reviewed. After a change of it: if people would decide otherwise or
 * must know it, raise NOTICE_EDITION, and every school asks its people once to read it. Then pin both here.
 */
const pinned = { edition: 1, text: 'cea8f8e70b5e' };

test('[B2802] a change of the product’s own notice is reviewed: is it a change of substance?', () => {
  const shown = Object.entries(noticeMessages).filter(([key]) => /^notice\.(child|parent|class|why|term|kept)\./.test(key));
  const text = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);
  expect({ edition: NOTICE_EDITION, text }).toEqual(pinned);
});
