import { type Attack, call, keepBusy } from './attack.ts';

export default {
  title: 'a stranger guesses at the passwords of students of the lesson, 50 at a time',
  run: (world, signal) =>
    keepBusy(50, signal, (index) => {
      const { email } = world.students[index % world.students.length]!;
      return call(world, { path: '/api/auth/login', body: { email, password: `guess number ${index}` } }, signal);
    }),
} satisfies Attack;
