import { randomBytes } from 'node:crypto';
import { type Attack, call, keepBusy } from './attack.ts';

const FILE = randomBytes(20 * 1024 * 1024);

export default {
  title: 'a student sends forms of 40 MB with a question, 4 at a time',
  run: (world, signal) =>
    keepBusy(4, signal, () => {
      const files = ['one.bin', 'two.bin'].map((name) => ({ field: 'files[]', name, bytes: FILE }));
      return call(world, { path: '/api/questions', token: world.students[0]!.tokens[0]!, files }, signal);
    }),
} satisfies Attack;
