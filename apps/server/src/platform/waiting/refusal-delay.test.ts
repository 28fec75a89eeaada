import { expect, test } from 'vitest';
import { RefusalDelay } from './refusal-delay.ts';

test('[B119] a caller hears some refusals at once, and waits for those that follow; another caller does not', async () => {
  let release = (): void => undefined;
  const patience = new RefusalDelay(() => new Promise<void>((resolve) => (release = resolve)));
  for (let count = 0; count < 20; count += 1) await patience.hold('7');
  let isTold = false;
  const next = patience.hold('7').then(() => (isTold = true));
  await patience.hold('8');
  expect(isTold).toBe(false);
  release();
  await next;
  expect(isTold).toBe(true);
});
