import { type Attack, call, keepBusy } from './attack.ts';

const WORDS = 'Why does it not stop at the top? '.repeat(50);

export default {
  title: 'a student comments on a post without end, while ten classmates read the feed',
  async run(world, signal) {
    const [student, ...classmates] = world.students;
    const write = keepBusy(8, signal, () =>
      call(world, { path: '/api/posts/comments/add', token: student!.tokens[0]!, body: { post_id: world.postId, comment: WORDS } }, signal),
    );
    const read = keepBusy(2, signal, async (index) => {
      const { tokens } = classmates[index % classmates.length]!;
      await call(world, { method: 'GET', path: `/api/posts/get?post_id=${world.postId}`, token: tokens[0]! }, signal);
      return 429; // at the pace of people
    });
    await Promise.all([write, read]);
  },
} satisfies Attack;
