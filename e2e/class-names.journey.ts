import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const LONGEST = `L${'ongname'.repeat(28)}End`;
const NAMES = [
  LONGEST,
  'الصف العاشر في الفيزياء والكيمياء وعلم الأحياء وعلوم الأرض مع تجارب كثيرة في المختبر الكبير الجديد',
  '十年级物理化学生物地球科学与数学综合实验课程班级'.repeat(4),
];

/** Lists what does not fit: the page, a dialog, and a name that is cut off without a title with all of it. */
const listUnfit = ({ page }: Person, name: string): Promise<string[]> =>
  page.evaluate((whole) => {
    const wide = [document.documentElement, ...document.querySelectorAll('dialog[open]')].filter((one) => one.scrollWidth > one.clientWidth + 1);
    const found = wide.map((one) => `${one.tagName} is ${one.scrollWidth - one.clientWidth} px too wide`);
    const isTold = (one: Element) => [...document.querySelectorAll<HTMLElement>('[title]')].some((told) => told.title.includes(whole) && told.contains(one));
    const isOutside = (inner: DOMRect, { left, right, bottom }: { left: number; right: number; bottom: number }) =>
      inner.left < left - 2 || inner.right > right + 2 || inner.bottom > bottom + 3;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement as Element;
      if (!node.data.includes(whole) || parent.matches('option, .visually-hidden *, .visually-hidden') || !parent.checkVisibility() || isTold(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (isOutside(words, { left: 0, right: innerWidth, bottom: Infinity })) found.push(`beyond the window: ${parent.outerHTML.slice(0, 80)}`);
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflow.startsWith('hidden') && isOutside(words, at.getBoundingClientRect())) {
          found.push(`cut: ${parent.outerHTML.slice(0, 80)}`);
          break;
        }
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      const text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.textContent ?? '') : field.value;
      if (text.includes(whole) && field.checkVisibility() && !isTold(field)) found.push(`cut: the field ${field.labels?.[0]?.textContent ?? ''}`);
    }
    return found;
  }, name);

journey(
  '[B1983] whatever a class is called, on the smallest phone its name fits, or a title says all of it: on pages, in fields and in dialogs',
  async ({ bring, query }) => {
    const [{ id }] = (await query(
      `SELECT courses.id FROM courses JOIN accounts ON accounts.id = courses.owner_id WHERE accounts.email = 'teacher@demo.school' ORDER BY courses.id LIMIT 1`,
    )) as [{ id: string }];
    const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school');
    const expectFit = async (name: string, where: string): Promise<void> => {
      await teacher.settle();
      await expect.poll(async () => [where, await listUnfit(teacher, name)], { timeout: 20_000 }).toEqual([where, []]);
    };
    const dialogs: [string, RegExp, string?][] = [
      [`/class-details/${id}`, /^Announce something/],
      ['/notifications', /^Create announcement$/],
      ['/assessments', /^Filters/],
      [`/class-classwork/${id}`, /^Create/, 'Assignment'],
      [`/class-people/${id}`, /^Invite Student/],
      [`/class-people/${id}`, /Group/],
      ['/classes', /^More for/, 'Copy Class Code'],
      ['/topics', /^Edit/],
      ['/calendar', /^Subscribe/],
      ['/reward-point', /^Give/],
    ];
    for (const name of NAMES) {
      await query(`UPDATE courses SET name = '${name}' WHERE id = ${id}`);
      const isLongest = name === LONGEST;
      const more = [
        '/home',
        '/teacher-live-learning',
        '/topics',
        '/reward-point',
        '/students',
        '/invitations',
        '/dashboard',
        `/class-gradebook/${id}`,
        '/sync',
      ];
      for (const path of [`/class-details/${id}`, '/classes', '/assessments', '/calendar', ...(isLongest ? more : [])]) {
        await teacher.visit(path);
        await expectFit(name, path);
      }
      for (const [path, button, entry] of isLongest ? dialogs : dialogs.slice(0, 1)) {
        await teacher.visit(path);
        await page.getByRole('button', { name: button }).first().click();
        if (entry) await page.getByRole('menuitem', { name: entry, exact: true }).click();
        await expectFit(name, `${path} ${button}`);
      }
    }
    await query(`UPDATE courses SET name = '${LONGEST}' WHERE id = ${id}`);
    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    await student.signIn('student1@demo.school');
    for (const path of ['/home', '/std-classes', '/std-classwork', '/std-gradebook', `/class-details/${id}`]) {
      await student.visit(path);
      await student.settle();
      await expect.poll(async () => [path, await listUnfit(student, LONGEST)], { timeout: 20_000 }).toEqual([path, []]);
    }
  },
);
