import { call } from './phone-line.ts';

/** The phones of the snapshot bench, in a separate process. All request the same address at the same moment. */
export type ToPhones = { kind: 'ask'; url: string; tokens: string[] };
export type FromPhones = { kind: 'answered'; allMs: number; times: number[] };

process.on('message', ({ url, tokens }: ToPhones) => {
  void askAll(url, tokens).then(
    (answered) => process.send?.(answered),
    (problem: unknown) => process.send?.({ kind: 'failed', problem: String(problem) }),
  );
});

async function askAll(url: string, tokens: readonly string[]): Promise<FromPhones> {
  const began = performance.now();
  const times = await Promise.all(tokens.map((token) => call('GET', url, token, { isUnread: true, coding: 'gzip' }).then(() => performance.now() - began)));
  return { kind: 'answered', allMs: performance.now() - began, times };
}
