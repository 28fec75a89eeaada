import { type Attack, call, keepBusy } from './attack.ts';

export default {
  title: 'a student calls with every one of 12 sign-ins, 40 calls at a time',
  run: (world, signal) => {
    const { tokens } = world.students[0]!;
    return keepBusy(40, signal, (index) => call(world, { method: 'GET', path: '/api/auth/me', token: tokens[index % tokens.length]! }, signal));
  },
} satisfies Attack;
