import { en } from '@classwright/contract/messages/en';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { CIRCUITS, signInByCall } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';

/** A press is a click on a link or button. Typing costs nothing. */
type Press = (what: Locator) => Promise<void>;

interface Task {
  name: string;
  /** The maximum number of presses from Home: 2 for what people do daily, otherwise 3. */
  most: 0 | 1 | 2 | 3;
  /** Presses until the person is there, and returns what they see then. */
  walk: (person: Person, press: Press) => Promise<Locator>;
}

const patience = { timeout: 60_000 };
const main = ({ page }: Person) => page.getByRole('main');
const menuLink = ({ page }: Person, name: string) => page.getByRole('navigation', { name: en['shell.mainMenu'] }).getByRole('link', { name, exact: true });
const title = ({ page }: Person, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name });
/** Finds the link to today's lesson; on a weekend, which has none, to the next one. */
const nextLesson = (person: Person) =>
  main(person)
    .getByRole('link', { name: en['home.nextOpen'] })
    .or(main(person).getByRole('region', { name: en['monday.next'] }).getByRole('link'))
    .first();
const lastLesson = (person: Person) => main(person).getByRole('row').filter({ hasText: en['status.finished'] }).first().getByRole('link');

const TEACHER: Task[] = [
  {
    name: 'start today’s lesson',
    most: 2,
    async walk(person, press) {
      await press(nextLesson(person));
      await press(button(person, /^Activate/));
      return person.page.getByRole('dialog').getByRole('button', { name: /^Start Form/ });
    },
  },
  {
    name: 'results of the last lesson',
    most: 2,
    async walk(person, press) {
      await press(lastLesson(person));
      return person.page.getByText(/moved from wrong to right after the discussion/).first();
    },
  },
  {
    name: 'work to grade, exactly that',
    most: 2,
    async walk(person, press) {
      const row = main(person)
        .getByRole('link', { name: /^\d+ to grade$/ })
        .first();
      const count = /^\d+/.exec(await row.innerText(patience))?.[0];
      await press(row);
      return main(person)
        .getByText(new RegExp(`of ${count}$`))
        .first();
    },
  },
  {
    name: 'change a grade',
    most: 2,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.classes']));
      await press(menuLink(person, en['menu.added.class-gradebook']));
      return person.page.getByRole('grid');
    },
  },
  {
    name: 'who missed the last lesson',
    most: 2,
    async walk(person, press) {
      await press(lastLesson(person));
      await press(person.page.getByRole('tab', { name: /^Absent Student/ }));
      return person.page
        .getByRole('tabpanel', { name: /^Absent Student/ })
        .getByRole('listitem')
        .first();
    },
  },
  {
    name: 'a new assessment',
    most: 2,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.lessons']));
      await press(main(person).getByRole('link', { name: en['assessments.create'] }));
      return person.page.getByRole('dialog', { name: en['assessments.create'] });
    },
  },
  {
    name: 'announce something',
    most: 2,
    async walk(person, press) {
      await press(button(person, /^Notifications/));
      await press(person.page.getByRole('link', { name: en['bell.create'] }).or(button(person, en['bell.create'])));
      return person.page.getByRole('dialog').getByRole('textbox').first();
    },
  },
  {
    name: 'a new question',
    most: 3,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.lessons']));
      await press(menuLink(person, 'Question Bank'));
      await press(button(person, /^Create/));
      return person.page.getByRole('dialog');
    },
  },
  {
    name: 'extra time',
    most: 3,
    async walk(person, press) {
      await press(main(person).getByRole('link', { name: /^Science 10B Classwork/ }));
      await press(person.page.getByRole('navigation', { name: en['class.tabs'] }).getByRole('link', { name: /^People/ }));
      await press(main(person).getByRole('link', { name: en['people.extraTime'] }));
      return main(person).getByRole('textbox').first();
    },
  },
  {
    name: 'the wall of the classroom',
    most: 3,
    async walk(person, press) {
      await press(nextLesson(person));
      await press(person.page.getByRole('button', { name: en['walls.title'], exact: true }));
      return person.page.getByLabel(en['walls.code'], { exact: true });
    },
  },
];

const ADMINISTRATOR: Task[] = [
  {
    name: 'a class',
    most: 2,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.classes']));
      await press(button(person, en['classes.create']));
      return person.page.getByRole('dialog', { name: en['classes.create'] });
    },
  },
  {
    name: 'people from a sheet',
    most: 2,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.people']));
      await press(button(person, 'Import Accounts'));
      return person.page.getByRole('dialog');
    },
  },
  {
    name: 'somebody forgot the password',
    most: 2,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.people']));
      await main(person).getByRole('searchbox').fill('Budiman');
      await press(button(person, /^Sign-in card for .*Budiman/));
      return person.page.getByRole('dialog');
    },
  },
  {
    name: 'what failed last night',
    most: 2,
    async walk(person, press) {
      await press(button(person, en['menu.pagesOf'].replace('{section}', en['menu.section.connections'])));
      await press(menuLink(person, 'Background tasks'));
      return title(person, en['failedJobs.title']);
    },
  },
  {
    name: 'the time zone of the school',
    most: 3,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.school']));
      return person.page.getByLabel(en['schoolSettings.timeZone'], { exact: true });
    },
  },
  {
    name: 'a new level',
    most: 3,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.school']));
      await press(menuLink(person, 'Levels'));
      await press(button(person, 'Create Level'));
      return person.page.getByRole('dialog');
    },
  },
  {
    name: 'who changed a grade',
    most: 3,
    async walk(person, press) {
      await press(button(person, en['menu.pagesOf'].replace('{section}', en['menu.section.connections'])));
      await press(menuLink(person, 'Audit'));
      return title(person, 'Audit');
    },
  },
  {
    name: 'let a teacher see something',
    most: 3,
    async walk(person, press) {
      await press(button(person, en['menu.pagesOf'].replace('{section}', en['menu.section.connections'])));
      await press(menuLink(person, 'Account Roles'));
      await press(button(person, 'Create Account Role'));
      return person.page.getByRole('dialog');
    },
  },
  {
    name: 'connect Google',
    most: 3,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.connections']));
      return title(person, en['connectGoogle.title']);
    },
  },
  {
    name: 'a word that is not to be written',
    most: 3,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.school']));
      await press(menuLink(person, 'Censorship Word Lists'));
      await press(button(person, /^Create Censorship/));
      return person.page.getByRole('dialog');
    },
  },
];

const STUDENT: Task[] = [
  {
    name: 'join the lesson',
    most: 2,
    async walk(person, press) {
      await press(main(person).getByRole('link', { name: en['home.join'] }));
      return person.page.getByRole('radio').first();
    },
  },
  {
    name: 'what I got wrong last time',
    most: 2,
    async walk(person, press) {
      await press(person.page.getByRole('region', { name: en['home.pastLessons'] }).getByRole('link').first());
      return person.page.getByText('Form - 1A').first();
    },
  },
  {
    name: 'what is due',
    most: 0,
    async walk(person) {
      return person.page.getByRole('region', { name: en['home.toDo'] }).getByRole('link', { name: /Why is it not warmest/ });
    },
  },
  {
    name: 'hand in',
    most: 2,
    async walk(person, press) {
      await press(person.page.getByRole('region', { name: en['home.toDo'] }).getByRole('link', { name: /Why is it not warmest/ }));
      await press(person.page.getByRole('tab', { name: en['openWork.tab.work'], exact: true }));
      return button(person, en['openWork.submit']);
    },
  },
  {
    name: 'my grades',
    most: 2,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.classes']));
      await press(menuLink(person, 'Gradebook'));
      return title(person, /Gradebook|Grades/);
    },
  },
  {
    name: 'my classes',
    most: 2,
    async walk(person, press) {
      await press(menuLink(person, en['menu.section.classes']));
      return main(person).getByRole('link', { name: /^Science 10B/ });
    },
  },
  {
    name: 'announcements',
    most: 0,
    async walk(person) {
      return person.page.getByRole('region', { name: en['home.announcements'] }).getByRole('link').first();
    },
  },
  {
    name: 'points and the store',
    most: 3,
    async walk(person, press) {
      await press(menuLink(person, 'Store'));
      return title(person, en['store.title']);
    },
  },
  {
    name: 'the calendar',
    most: 3,
    async walk(person, press) {
      await press(menuLink(person, 'Calendar'));
      return title(person, en['calendar.title']);
    },
  },
  {
    name: 'change the password',
    most: 3,
    async walk(person, press) {
      await press(button(person, /^Account of/));
      await press(person.page.getByRole('menuitem', { name: en['shell.profile'] }));
      return person.page.getByRole('form', { name: en['password.title'] });
    },
  },
];

/** The people of the demo, with their tasks and the number of their sections. */
const PEOPLE = [
  { name: 'teacher', email: 'teacher@demo.school', tasks: TEACHER, sections: 5 },
  { name: 'administrator', email: 'admin@demo.school', tasks: ADMINISTRATOR, sections: 7 },
  { name: 'student', email: 'student1@demo.school', tasks: STUDENT, sections: 3 },
] as const;

for (const { name, email, tasks, sections } of PEOPLE)
  journey(
    `[B2421] [B2431] the ten tasks of the ${name}: no more than 2 presses from Home for daily ones, 3 for the others`,
    async ({ bring, server }) => {
      if (name === 'student') {
        const teacher = await signInByCall(server, 'teacher@demo.school');
        const { data } = await teacher.get('/live/learning/lessons?per_page=100');
        const lessons = data as unknown as { title: string; assessment_id: number }[];
        await teacher.post('/live/learning/start', { assessment_id: lessons.find((one) => one.title === CIRCUITS)!.assessment_id, time: 60 });
      }
      const person = await bring({ name, viewport: 'desktop' });
      await person.signIn(email);
      const { page } = person;
      const lines = page.locator('#main-menu > ul > li');
      await expect.poll(() => lines.count()).toBe(sections);
      await entryOf(person, 'classes', 'Classes');
      await person.expectAccessible('menu');
      const taken: [string, number][] = [];
      for (const task of tasks) {
        // Each begins as if the person had opened nothing before.
        await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith('cw.sections.') && localStorage.removeItem(key)));
        await person.visit('/home');
        await title(person, /^Good /).waitFor(patience);
        let presses = 0;
        const seen = await task.walk(person, async (what) => {
          await what.click(patience);
          presses += 1;
        });
        await seen.waitFor(patience).catch(() => {
          throw new Error(`${name}: “${task.name}” does not arrive after ${presses} presses, at ${page.url()}`);
        });
        taken.push([task.name, presses]);
      }
      expect(taken.length).toBe(10);
      expect(taken.filter(([task, presses]) => presses > tasks.find((one) => one.name === task)!.most)).toEqual([]);
    },
    300_000,
  );
