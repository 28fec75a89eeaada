import { type Attack, call, keepBusy } from './attack.ts';

export default {
  title: 'a stranger signs in with invented addresses, 100 at a time',
  run: (world, signal) =>
    keepBusy(100, signal, (index) =>
      call(world, { path: '/api/auth/login', body: { email: `nobody${index}-${process.pid}@nowhere.test`, password: 'a guess that is wrong' } }, signal),
    ),
} satisfies Attack;
