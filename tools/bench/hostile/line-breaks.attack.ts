import { type Attack, call, keepBusy } from './attack.ts';

const TEXT = '\n'.repeat(20_000);

export default {
  title: 'a student saves drafts of 20,000 line breaks',
  run: (world, signal) =>
    keepBusy(8, signal, (index) => {
      const token = world.students[0]!.tokens[0]!;
      const body = { session_id: world.sessionId, form: 'Form - 1A', revision: Date.now() * 10 + (index % 10), response_id: null, comment: `${TEXT}a${TEXT}` };
      return call(world, { method: 'PUT', path: '/api/live/learning/draft', token, body }, signal);
    }),
} satisfies Attack;
