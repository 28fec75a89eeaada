/** An attacker, in a separate process. It runs one attack from `start` to `stop`. */
import { type Acts, type Attack, countActs, takeActs, type World } from './attack.ts';

export type ToAttacker = { kind: 'start'; file: string; world: World } | { kind: 'stop' } | { kind: 'count' };
export type FromAttacker = { kind: 'ready' } | { kind: 'counted'; count: number } | { kind: 'stopped' /** The tries in the meantime. */; acts: Acts };

let stop: (() => Promise<void>) | null = null;
const tell = (message: FromAttacker): void => void process.send?.(message);

process.on('message', (message: ToAttacker) => {
  if (message.kind === 'start') void begin(message.file, message.world);
  else if (message.kind === 'count') tell({ kind: 'counted', count: countActs() });
  else void stop?.().then(() => tell({ kind: 'stopped', acts: takeActs() }));
});

async function begin(file: string, world: World): Promise<void> {
  const { default: attack } = (await import(new URL(file, import.meta.url).href)) as { default: Attack };
  const controller = new AbortController();
  const running = attack.run(world, controller.signal);
  stop = async () => {
    controller.abort();
    await running.catch((error: unknown) => console.error(error));
    stop = null;
  };
  tell({ kind: 'ready' });
}
