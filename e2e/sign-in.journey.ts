import { expect } from 'vitest';
import { sharedJourney, type Viewport, viewports } from './harness/index.ts';

sharedJourney('the sign-in page can be used by everybody, on every screen, in light and in dark', async ({ bring, server }) => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  for (const viewport of Object.keys(viewports) as Viewport[]) {
    const guest = await bring({ name: 'guest', viewport });
    await guest.visit('/');
    await guest.page.getByRole('heading', { level: 1 }).first().waitFor();
    await guest.expectAccessible('sign-in');
  }
});

sharedJourney('everybody of the demo comes to a home page of their own, and a wrong address says so', async ({ bring }) => {
  const people = [
    { name: 'teacher', email: 'teacher@demo.school', viewport: 'desktop' },
    { name: 'administrator', email: 'admin@demo.school', viewport: 'desktop' },
    { name: 'student', email: 'student1@demo.school', viewport: 'phone' },
  ] as const;
  for (const { name, email, viewport } of people) {
    const person = await bring({ name, viewport });
    await person.signInAtPage(email);
    await expect.poll(() => new URL(person.page.url()).pathname).toBe('/home');
    await person.page.getByRole('heading', { level: 1 }).first().waitFor();
    await person.expectAccessible('home');
    await person.visit('/no-such-page');
    await person.page.getByRole('heading', { level: 1 }).first().waitFor();
    await person.expectAccessible('not found');
  }
});
