import { networkInterfaces } from 'node:os';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { choose, see, seeSent, startLesson, submit } from './join/steps.ts';

// A browser gives a page of a plain http address in a network less than one of this machine: no storage worker, no digests,
// no random ids. So what a phone does at a school or a workshop is walked at such an address.

const hasNetwork = Object.values(networkInterfaces()).some((own) => own?.some(({ family, internal }) => family === 'IPv4' && !internal));
journey(
  '[B2384] with --phones, where this machine is in a network, a browser there comes in by the code, answers, and follows the lesson; it opens nothing else',
  async ({ bring, server, query }) => {
    await query('UPDATE schools SET settings = settings || \'{"seat_check": "nothing"}\'');
    const lesson = await startLesson(server);
    const { code, address } = await lesson.teacher.get(`/live/learning/seats?assessment_id=${lesson.id}`);
    expect(server.output()).toContain(`at ${(address as string).slice(0, -1)} with the code on the desk`);
    const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
    await teacher.signIn('teacher@demo.school', { to: `/teacher-live-learning?assessment_id=${lesson.id}` });
    await teacher.page.getByRole('button', { name: /Join with phones/ }).click();
    await see(teacher, new URL(address).host);
    await teacher.look('the address of the network on the desk');

    const phone = await bring({ name: 'phone', viewport: 'smallPhone', origin: new URL(address).origin });
    const refused: string[] = [];
    phone.page.on('response', (response) => {
      const [status, call] = [response.status(), `${response.request().method()} ${new URL(response.url()).pathname}`];
      // A socket that comes back when the lesson has just ended joins once more, and learns from a 409 that it has ended.
      if (status >= 400 && !(status === 409 && call === 'POST /api/live/learning/join')) refused.push(`${status} ${call}`);
    });
    await phone.visit('/j');
    expect(await phone.page.evaluate(() => isSecureContext)).toBe(false);
    await phone.page.getByLabel('Code of the lesson').fill(code);
    await phone.page.keyboard.press('Enter');
    await phone.page.getByLabel('Your name').fill('Ama');
    await phone.page.getByRole('list', { name: 'Students' }).getByRole('button').first().click();
    await phone.page.getByRole('timer').waitFor();
    await choose(phone, 'It stays the same');
    await phone.page.getByLabel('Justify Your Answer').fill('The current is the same everywhere.');
    await phone.page.reload();
    await phone.page.getByRole('timer').waitFor();
    await expect.poll(() => phone.page.getByLabel('Justify Your Answer').inputValue()).toBe('The current is the same everywhere.');
    await submit(phone);
    await seeSent(phone);
    await see(teacher, '1 student came in with the code');
    await lesson.step('re-assign');
    await see(phone, 'Form - 1B');
    await phone.look('follows the lesson in the network');
    await lesson.step('next');
    await see(phone, 'Form - 2');
    await lesson.step('finished');
    await phone.page.getByRole('timer').waitFor({ state: 'detached' });
    await phone.settle();
    expect(refused).toEqual([]);

    for (const path of ['/', '/home', '/sign-in']) {
      await phone.visit(path);
      expect(await phone.page.evaluate(() => document.body.innerText)).toBe('This does not exist, or you cannot see it.');
    }
    await phone.look('an address that is not for phones');
  },
  180_000,
  { phones: true, isSkipped: !hasNetwork },
);
