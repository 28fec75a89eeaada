import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { type Person, sharedJourney } from './harness/index.ts';
import { signInByCall } from './join/steps.ts';
import { expectOneNextStep } from './one-next-step.ts';
import { listLooks } from './screens.ts';

const people = [
  { name: 'administrator', email: 'admin@demo.school' },
  { name: 'teacher', email: 'teacher@demo.school' },
  { name: 'student', email: 'student1@demo.school' },
] as const;
/** Returns the targets of the page's links, of the menu and of the page itself. */
const linksOf = ({ page }: Person): Promise<string[]> =>
  page.locator('a[href^="/"]').evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') as string))]);

sharedJourney(
  '[K017] [K096] no link of the menu or of home leads nowhere; each page opens by its address, plain and without a hash',
  async ({ bring }) => {
    for (const { name, email } of people) {
      const person = await bring({ name, viewport: 'desktop' });
      await person.signIn(email);
      await person.page.getByRole('navigation', { name: en['shell.mainMenu'] }).first().waitFor();
      await person.page.waitForLoadState('networkidle');
      const closed = person.page.locator('#main-menu [aria-expanded="false"]').first();
      while ((await closed.count()) > 0) await closed.press('Enter');
      const links = await linksOf(person);
      expect([name, links.length > 1]).toEqual([name, true]);
      for (const link of links) {
        await person.visit(link);
        await person.page.getByRole('heading', { level: 1 }).first().waitFor();
        expect([name, link, await person.page.getByText(en['shell.notFoundTitle']).count()]).toEqual([name, link, 0]);
        expect(person.page.url()).not.toContain('#');
      }
    }
  },
  400_000,
);

sharedJourney(
  '[B228] on a small phone each page has one filled button at most, and nothing of it or of the bar stands beyond the edge',
  async ({ bring, server }) => {
    for (const { name, email } of people) {
      const { user } = await (await signInByCall(server, email)).get('/auth/me');
      const paths = Object.values(user.menus as Record<string, { res_url: string }[]>).flatMap((entries) => entries.map(({ res_url }) => `/${res_url}`));
      expect(paths.length).toBeGreaterThan(3);
      const person = await bring({ name, viewport: 'smallPhone' });
      await person.signIn(email);
      const isSeenElsewhere = new Set(listLooks().flatMap(({ by, at }) => (by === name ? [at] : [])));
      // the student's lesson is an entry of its own, without the menu
      for (const path of [...paths, '/profile'].filter((one) => one !== '/student-live-learning' && !isSeenElsewhere.has(one))) {
        await person.visit(path);
        await person.page.getByRole('heading', { level: 1 }).first().waitFor();
        await person.page.getByRole('navigation').last().waitFor();
        await person.page.waitForLoadState('networkidle');
        await expectOneNextStep(person, path);
      }
    }
  },
  400_000,
);
