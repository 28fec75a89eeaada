import { type Attack, call, keepBusy } from './attack.ts';

export default {
  title: 'somebody makes the calls that they were given, over and over',
  async run(world, signal) {
    const { calls, lanes } = world.given!;
    await keepBusy(lanes, signal, (index) => call(world, { ...calls[index % calls.length]!, headers: { 'accept-encoding': 'gzip' } }, signal));
  },
} satisfies Attack;
