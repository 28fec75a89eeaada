import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { addressOf, findThings, PAGES, PAUSE_MS, type Things } from './every-page.ts';
import { journey } from './harness/index.ts';

/** The time limit for seventy pages, each at one width. */
const patience = 400_000;

const people = [
  { name: 'administrator', email: 'admin@demo.school' },
  { name: 'teacher', email: 'teacher@demo.school' },
  { name: 'student', email: 'student1@demo.school' },
];

/** Matches services that the demo's server does not have. */
const SERVICE = /Google(?! Meet)|(?<!School Data )\bSync\b|Syncing/;
/** Google redirects people back there. No link leads there. */
const BACK_FROM_GOOGLE = ['/google-sign-in', '/sync-connect'];
/** Matches texts that offer an email by the school's server. */
const MAILS = (
  [
    ...['accounts.bulk.mailLink', 'link.mail', 'import.sendLinksHint', 'signIn.forgotHint', 'signIn.forgot'],
    ...['notificationMail.title', 'myNotifications.mail', 'dashboards.weekly', 'dashboards.weeklyHint'],
  ] as (keyof typeof en)[]
).map((key) => en[key]);

/**
 * Texts that administrators see anyway: the entry of the menu and the line of School Settings that lead to the page about
 * setting it up.
 */
const SAID: readonly string[] = [en['menu.added.sync'], `${en['schoolSettings.noClassroom']} ${en['menu.added.sync']}`];
/** The page about setting it up. Nobody else has it. */
const ABOUT_IT = '/sync';

/**
 * Creates a class that was once synced with Google Classroom: data from there, data sent there, and a grade that
 * differs.
 */
async function leaveTraces(query: (statement: string) => Promise<unknown[]>, things: Things): Promise<void> {
  await query(`
    WITH source AS (SELECT id FROM external_sources WHERE kind = 'google_classroom' LIMIT 1),
      class AS (INSERT INTO external_links (source_id, kind, external_id, local_id, facts, owns_people)
        SELECT id, 'class', '771', ${things.class}, '{"name": "Science", "seenBy": [1], "alternateLink": "https://classroom.google.com/c/771"}', true FROM source RETURNING id, source_id),
      work AS (INSERT INTO external_links (source_id, kind, parent_id, external_id, local_id, is_ours)
        SELECT class.source_id, 'work', class.id, 'w' || works.id, works.id, works.id % 2 = 0 FROM class, course_works works
         WHERE works.course_id = ${things.class} AND works.archived_at IS NULL RETURNING local_id, is_ours)
    UPDATE course_works SET external = jsonb_build_object('isForeign', NOT work.is_ours, 'alternateLink', 'https://classroom.google.com/c/771/a/' || course_works.id)
      FROM work WHERE work.local_id = course_works.id`);
  await query(`
    INSERT INTO external_links (source_id, kind, parent_id, external_id, local_id)
      SELECT work.source_id, 'submission', work.id, 's' || submissions.id, submissions.id FROM external_links work
        JOIN submissions ON submissions.course_work_id = work.local_id WHERE work.kind = 'work'`);
  await query(`
    INSERT INTO sync_conflicts (link_id, course_id, kind, subject, field, ours, theirs)
      SELECT id, ${things.class}, 'submission', 'Density', 'grade', '17', '15' FROM external_links WHERE kind = 'submission' LIMIT 5`);
}

for (const { name, email } of people) {
  journey(
    `[B1930] no page offers anything of a service that is not set up, though a class was synced once: ${name}`,
    async ({ bring, query }) => {
      const things = await findThings(query);
      await leaveTraces(query, things);
      const person = await bring({ name });
      const offers: string[] = [];
      const look = async (page: string) => {
        await person.settle();
        const texts = await person.page.evaluate(() => {
          const named = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
            ['aria-label', 'title', 'placeholder'].map((attribute) => element.getAttribute(attribute) ?? ''),
          );
          const shut = [...document.querySelectorAll('[data-hidden], [hidden]')].map((element) => element.textContent ?? '');
          return [...document.body.innerText.split('\n'), ...named, ...shut];
        });
        const wrong = texts
          .filter((text) => SERVICE.test(text) || MAILS.some((mail) => text.includes(mail)))
          .filter((text) => name !== 'administrator' || !(page === ABOUT_IT || SAID.includes(text)));
        offers.push(...new Set(wrong.map((text) => `${page}: ${text}`)));
      };
      await person.visit('/');
      await look('/');
      await person.signIn(email);
      for (const page of PAGES.filter((one) => !BACK_FROM_GOOGLE.includes(one))) {
        await person.visit(addressOf(page, things));
        await look(page);
        await person.page.waitForTimeout(PAUSE_MS);
      }
      expect(offers).toEqual([]);
    },
    patience,
  );
}
