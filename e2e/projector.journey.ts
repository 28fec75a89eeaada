import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, listenToAnswers, type Person } from './harness/index.ts';
import { startLesson } from './join/steps.ts';

const patience = { timeout: 60_000 };
/** Data of the class, and staff data about answers. None of it may reach the projector. */
const HIDDEN = ['Priya', 'Nair', 'is_valid', 'match_label', 'AbsentStudents', 'logintime', '"right"'];
const COUNTS = '"counts":[';

/** Records everything that a window receives from now on: the responses to its calls and the frames of its socket. */
function listenTo({ page }: Person) {
  const told: string[] = [];
  const answers = listenToAnswers(page, '/api/');
  page.on('websocket', (socket) => {
    const keep = ({ payload }: { payload: string | Buffer }) => void told.push(String(payload).replaceAll('\\"', '"'));
    socket.on('framereceived', keep);
    socket.on('framesent', keep);
  });
  return async (): Promise<string> => [...(await answers()).map(({ url, body }) => `${url} ${body}`), ...told].join('\n');
}

journey(
  '[LIVE-33] [LIVE-34] the wall’s window is told of a lesson what the class may see and nothing else, through a reload, a lost network, a canceled run and the end',
  async ({ bring, server }) => {
    const wall = await bring({ name: 'wall' });
    await wall.signIn('admin@demo.school'); // the teacher's own sign-in takes the steps, by calls
    const lesson = await startLesson(server);
    const told = listenTo(wall);
    const toldOf = async (...words: string[]) => {
      const all = await told();
      return words.filter((word) => all.includes(word));
    };
    const text = async () => (await wall.page.locator('body').textContent()) ?? '';
    const shows = (words: string) => wall.page.getByText(words).first().waitFor(patience);

    // A canceled run returns the projector to its earlier state, and the next run finds it there.
    await wall.visit(`/teacher-live-learning?assessment_id=${lesson.id}&view=projector`);
    await shows('of 0 answered');
    await lesson.cancel();
    await shows(en['teach.projectorWaiting']);
    await wall.expectAccessible('waiting');
    await lesson.teacher.post('/live/learning/start', { assessment_id: lesson.id, time: 5 });
    await shows('of 0 answered');

    for (const [number, choice] of [0, 1, 1, 2].entries()) await lesson.answerAs(`student${number + 1}@demo.school`, choice, 'It flows around.');
    await shows('of 4 answered');
    await wall.expectAccessible('nothing revealed');
    expect(await text()).not.toContain('%');
    expect(await toldOf(...HIDDEN, COUNTS)).toEqual([]);

    await lesson.teacher.post('/live/learning/reveal', { assessment_id: lesson.id, form: 'Form - 1A', what: 'distribution' });
    await shows('50%');
    await wall.look('distribution');
    expect(await toldOf(COUNTS)).toEqual([COUNTS]);
    const before = await text();
    await wall.page.reload();
    await shows('50%');
    expect(withoutTime(await text())).toBe(withoutTime(before));

    // Events during a network outage appear on the projector once it is back.
    wall.line.cut();
    await lesson.step('re-assign');
    for (const [number, choice] of [0, 0, 1].entries()) await lesson.answerAs(`student${number + 1}@demo.school`, choice, 'It flows around.');
    await wall.page.getByText(/^Offline/).waitFor({ timeout: 60_000 });
    wall.line.restore();
    await shows('Form - 1B');
    await expect.poll(text, { timeout: 60_000 }).toContain('3 of 4 answered');
    await lesson.teacher.post('/live/learning/reveal', { assessment_id: lesson.id, form: 'Form - 1B', what: 'distribution' });
    await shows('67%');
    await wall.look('beside the form before');

    // The transfer question arrives with its form and not before.
    await lesson.step('next');
    await shows('Form - 2');
    await shows('of 4 answered');
    expect(await text()).not.toContain('%');
    await wall.expectAccessible('transfer question');
    await lesson.step('finished');
    await shows(en['teach.projectorFinished']);
    await wall.expectAccessible('finished');
    expect(await toldOf(...HIDDEN, '/live/learning/assessment', '/live/learning/student', 'staff-assessment', 'channel-assessment')).toEqual([]);
  },
  240_000,
);

const withoutTime = (text: string): string => text.replaceAll(/\d+:\d\d/g, '');
