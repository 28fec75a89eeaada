import type { ProjectorRun, WallChange } from '@classwright/contract/lesson/live/projector';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as uqr from 'uqr';
import { signOut } from '../../../../base/session.ts';
import { scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { entered, fakeLesson, type FakeLesson } from '../testing/fake-lesson.ts';
import { projector, run, broadcastOf, showing } from '../testing/projector-data.ts';
import { questions } from '../testing/staff-data.ts';
import { ProjectorPairs } from './ProjectorPairs.tsx';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

vi.mock('uqr', { spy: true });

let server: FakeLesson;
async function open(answers: Parameters<typeof fakeLesson>[0] = {}, title = 'Closing a switch') {
  server = fakeLesson(answers);
  await openScreen({ address: '/teacher-live-learning?assessment_id=8&view=projector', width: 1920, title });
  await entered(server, 1);
}
const choice = (words: string) => screen.getByText(words).closest('li') as HTMLElement;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[LIVE-33] the projector carries question, time and count: no name, no figure of an answer, nothing correct', async () => {
  await open();
  expect(screen.getByText('What happens to lamp 1?')).toBeTruthy();
  expect(screen.getByText('of 4 answered')).toBeTruthy();
  const text = document.body.textContent ?? '';
  for (const hidden of ['Priya', 'Hugo', 'Zoe', 'Correct', '%', 'Find someone']) expect(text).not.toContain(hidden);
  const paths = new Set(server.calls.map(({ path }) => path).filter((path) => path.startsWith('/live/')));
  expect([...paths]).toEqual(['/live/learning/projector', '/live/learning/code']);
  const heard = server.sockets.newest().sent.flatMap(({ event, data }) => (event === 'pusher:subscribe' ? [(data as { channel: string }).channel] : []));
  expect(heard).toEqual(['private-projector-assessment-8']);
});

test('[LIVE-33] [LIVE-34] what the teacher reveals stands in the choices, each for itself', async () => {
  const counts = [
    { response_id: 11, count: 3 },
    { response_id: 12, count: 1 },
  ];
  const shown = (change: Partial<ProjectorRun>) => run('Form - 1B', { closed: true, answered: 4, ...change });
  await open({ 'GET /live/learning/projector': success({ projector: projector({}, shown({})) }) });
  const distribution = { form: 'Form - 1B' as const, answered: 4, counts };
  server.sayToWall(broadcastOf({ wall: showing('distribution', { distribution }) }, shown({ counts })));
  expect((await within(choice('It gets brighter')).findByText('75%')).textContent).toBe('3 75%');
  expect(screen.queryByText('Correct')).toBeNull();
  server.sayToWall(broadcastOf({ as_of: 1002, wall: showing('distribution', { distribution }) }, shown({ counts, correct: [11] })));
  await within(choice('It gets brighter')).findByText('Correct');
  expect(within(choice('It stays the same')).queryByText('Correct')).toBeNull();
  // The previous result appears next to it if it was revealed. Results that the desk hides disappear.
  const before = { form: 'Form - 1A' as const, answered: 2, counts: [{ response_id: 11, count: 1 }] };
  server.sayToWall(broadcastOf({ as_of: 1003, wall: showing('distribution', { distribution }) }, shown({ counts, before, correct: [11] })));
  await within(choice('It gets brighter')).findByText('was 50%');
  server.sayToWall(broadcastOf({ as_of: 1004, wall: showing('question') }, shown({ counts, before, correct: [11] })));
  await vi.waitFor(() => expect(screen.queryByText(/75%|was 50%/)).toBeNull(), 10_000);
});

test.each([
  ['Form - 1A', 'Find someone who chose another answer, and talk it through.', 'Closing a switch'],
  ['Form - 1B', 'Next comes a new question about the same idea.', 'Closing a switch'],
  ['Form - 2', 'Next you see what was right, and why.', 'A heater in the shed'],
] as const)('when %s is closed, the wall says what the class does next', async (form, words, title) => {
  await open({ 'GET /live/learning/projector': success({ projector: projector({}, run(form, { closed: true })) }) }, title);
  expect(screen.getByText(words)).toBeTruthy();
});

test('[B202] a picture that is attached to the question is on the wall', async () => {
  const poster = { name: 'plenty-poster.png', url: '/files/3/plenty-poster.png?signature=1', mime_type: 'image/png' };
  const question = { ...projector().question!, resources: [poster] };
  await open({ 'GET /live/learning/projector': success({ projector: projector({ question }) }) });
  expect(screen.getByRole('img', { name: 'plenty poster' }).getAttribute('src')).toBe(poster.url);
});

test('before the lesson it asks to sign in, after it says that it is over', async () => {
  await open({ 'GET /live/learning/projector': success({ projector: projector({}, null) }) }, 'Simple circuits');
  expect(screen.getByText('The lesson starts soon')).toBeTruthy();
  expect(screen.queryByText('What happens to lamp 1?')).toBeNull();
  // A phone cannot open an address of this machine.
  expect(screen.getByText('Open Classwright on your device and sign in.')).toBeTruthy();
  expect(document.querySelector('main svg')).toBeNull();
});

test('[B199] before the lesson the wall has its address in words and, for cameras, as a code', async () => {
  vi.stubGlobal('location', { host: 'lessons.school.test', hostname: 'lessons.school.test', origin: 'https://lessons.school.test' });
  await open({ 'GET /live/learning/projector': success({ projector: projector({}, null) }) }, 'Simple circuits');
  expect(screen.getByText('Open lessons.school.test on your device and sign in.')).toBeTruthy();
  expect(document.querySelectorAll('main svg')).toHaveLength(1);
  expect(uqr.encode).toHaveBeenLastCalledWith('https://lessons.school.test/student-live-learning?assessment_id=8', expect.anything());
});

test('[B204] after the lesson the wall says where the results are; how the class moved only once the desk shows it', async () => {
  const moved = { kept_right: 1, wrong_to_right: 2, right_to_wrong: 0, kept_wrong: 1 };
  await open(
    {
      'GET /live/learning/projector': success({ projector: projector({ stage: 'finished' }, null) }),
      'GET /live/learning/projector/results': success({
        results: {
          transition: { from: 'Form - 1A', to: 'Form - 1B', ...moved, flows: [{ from_response_id: 12, to_response_id: 11, count: 2 }] },
          responses: questions[0]!.responses.map(({ id, position, response, is_valid }) => ({ id, position, response, is_valid })),
        },
      }),
    },
    'The lesson is finished',
  );
  expect(screen.getByText('Your results are on your device.')).toBeTruthy();
  expect(screen.queryByText(/moved from wrong to right/)).toBeNull();
  expect(server.asked('/live/learning/projector/results')).toBe(0);
  server.sayToWall(broadcastOf({ stage: 'finished', wall: showing('results') }, null));
  expect(await screen.findByText('2 students moved from wrong to right after the discussion')).toBeTruthy(); // comes with a part of its own
  for (const hidden of ['Priya', 'Hugo', 'Zoe']) expect(document.body.textContent).not.toContain(hidden);
  server.sayToWall(broadcastOf({ as_of: 1002, stage: 'finished' }, null));
  await vi.waitFor(() => expect(screen.queryByText(/moved from wrong to right/)).toBeNull(), 10_000);
});

const changed = (moves: WallChange['moves']): WallChange => ({
  forms: [
    { form: 'Form - 1A', answered: 3, counts: [] },
    { form: 'Form - 1B', answered: 3, counts: [] },
  ],
  flows: [
    { from_response_id: 12, to_response_id: 11, count: 2 },
    { from_response_id: 11, to_response_id: 11, count: 1 },
  ],
  moves,
  branches: null,
});

test('[B2131] [LIVE-83] the change is counted by choices without right and wrong, and with them once that is revealed', async () => {
  await open();
  const closed = run('Form - 1B', { closed: true });
  server.sayToWall(broadcastOf({ wall: showing('change', { change: changed(null) }) }, closed));
  expect(await screen.findByText('2 of 3 students changed their answers after talking')).toBeTruthy();
  expect((await screen.findByRole('img', { name: 'A – A: 1; B – A: 2' })).textContent).toContain('A 3');
  expect(document.body.textContent).not.toMatch(/right|wrong/i);
  const moves = { kept_right: 1, wrong_to_right: 2, right_to_wrong: 0, kept_wrong: 0 };
  server.sayToWall(broadcastOf({ as_of: 1002, wall: showing('change', { change: changed(moves) }) }, { ...closed, correct: [11] }));
  expect(await screen.findByText(/Wrong to right/)).toBeTruthy();
});

test('[B2132] [LIVE-83] an explanation takes the place of the question; the right response keeps its color and the others fade', async () => {
  await open();
  const words = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
  const closed = run('Form - 1B', { closed: true, correct: [11] });
  const explained = { response_id: 11, is_valid: true, description: words('The current flows past.'), steps: 2 };
  server.sayToWall(broadcastOf({ wall: showing('explain', { explained }) }, closed));
  expect(await screen.findByText('Why this is right')).toBeTruthy();
  expect(screen.getByText('The current flows past.')).toBeTruthy();
  expect(screen.queryByText('What happens to lamp 1?')).toBeNull();
  const choices = () => within(screen.getByRole('list', { name: 'Responses' })).getAllByRole('listitem');
  expect(choices().map((one) => one.dataset['faded'])).toEqual([undefined, 'true']);
  const wrong = { response_id: 12, is_valid: false, description: words(''), steps: 2 };
  server.sayToWall(broadcastOf({ as_of: 1002, wall: showing('explain', { explained: { ...wrong, description: { type: 'doc', content: [] } } }) }, closed));
  expect(await screen.findByText('Why someone might choose this')).toBeTruthy();
  expect(choices().map((one) => one.dataset['faded'])).toEqual([undefined, undefined]);
});

test('[B2133] with nothing on the wall there is neither question nor figure', async () => {
  await open();
  server.sayToWall(broadcastOf({ wall: showing('nothing') }));
  expect(await screen.findByText('The teacher shows nothing on this screen now.')).toBeTruthy();
  expect(screen.queryByText('What happens to lamp 1?')).toBeNull();
  server.sayToWall(broadcastOf({ as_of: 1002 }));
  expect(await screen.findByText('What happens to lamp 1?')).toBeTruthy();
});

test('[B2288] names of groups show on a screen without a sign-in, which is no page of the staff app; students and groups with equal names all stand there', async () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const groups = [
    ['Leo Park', 'Leo Park'],
    ['Leo Park', 'Leo Park'],
    ['Amara Okafor', 'Zoe Sato', 'Leo Park'],
  ];
  scriptFetch({ 'GET /live/learning/projector/pairs': success({ pairs: { pairs_revision: 1, groups } }) });
  render(<ProjectorPairs assessmentId={8} revision={1} />);
  await screen.findByText('Zoe Sato');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(groups.map((names) => names.join('')));
  expect(faults).not.toHaveBeenCalled(); // React says so when keys collide
});

test('[B2371] while the wall shows who talks to whom, it asks everybody to find that group, and not just anybody who chose another answer', async () => {
  const closed = run('Form - 1A', { closed: true, pairs_revision: 1 });
  await open({
    'GET /live/learning/projector': success({ projector: projector({}, closed) }),
    'GET /live/learning/projector/pairs': success({ pairs: { pairs_revision: 1, groups: [['Leo Park', 'Zoe Sato']] } }),
  });
  await screen.findByText(/^Find someone who chose another answer/);
  server.sayToWall(broadcastOf({ as_of: 1002, wall: showing('pairs') }, closed));
  await screen.findByText('Zoe Sato');
  expect(screen.getByText('Find your group. Each of you says why, and listens.')).toBeTruthy();
  expect(screen.queryByText(/^Find someone/)).toBeNull();
  expect(screen.queryByText('On your own')).toBeNull();
});

test('[B2371] once the wall has shown what was right in Form - 2, it does not promise it for later', async () => {
  await open(
    { 'GET /live/learning/projector': success({ projector: projector({}, run('Form - 2', { closed: true, correct: [11] })) }) },
    'A heater in the shed',
  );
  expect(screen.getByText('Next, your teacher ends the lesson.')).toBeTruthy();
  expect(screen.queryByText(/Then you see what was right/)).toBeNull();
});

test('[B2284] a question that is read out stands on the wall without a name, in place of the lesson’s question', async () => {
  await open();
  server.sayToWall(broadcastOf({ as_of: 1002, wall: showing('asked', { asked: 'Why is it the same in both?' }) }, run()));
  await screen.findByRole('heading', { name: 'Why is it the same in both?' });
  expect(screen.getByText('A student asks')).toBeTruthy();
  expect(screen.queryByText('What happens to lamp 1?')).toBeNull();
  server.sayToWall(broadcastOf({ as_of: 1003, wall: showing() }, run()));
  await screen.findByText('What happens to lamp 1?');
});
