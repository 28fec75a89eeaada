import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';

const patience = { timeout: 60_000 };

journey(
  '[K010] [K026] [K070] [K071] a teacher puts an item into the store and gives points; a student on a phone redeems it, and the teacher hands it over',
  async ({ bring }) => {
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('teacher@demo.school');

    // An item for points.
    await teacher.visit('/store');
    await teacher.page.getByText('School pencil case').waitFor(patience);
    await teacher.expectAccessible('store');
    await teacher.visit('/store-items?create=true');
    const form = teacher.page.getByRole('dialog');
    await form.getByLabel(en['list.field.name']).fill('Tea with the headteacher');
    await form.getByLabel(en['list.field.price']).fill('5');
    await form.getByLabel(en['list.field.stock']).fill('2');
    await teacher.expectAccessible('store item form');
    await form.getByRole('button', { name: en['common.save'], exact: true }).click();
    await teacher.page.getByRole('row', { name: /Tea with the headteacher/ }).waitFor(patience);
    await teacher.expectAccessible('store items');

    // Points for a whole page of the class.
    await teacher.visit('/reward-point');
    const all = teacher.page.getByRole('checkbox', { name: 'Select every row on this page' });
    await all.waitFor(patience);
    await all.check();
    await teacher.page.getByRole('button', { name: en['rewards.give'], exact: true }).click();
    const give = teacher.page.getByRole('dialog');
    await give.getByLabel(en['rewards.reason']).fill('Helped classmates');
    await teacher.expectAccessible('give points');
    await give.getByRole('button', { name: en['rewards.give'], exact: true }).click();
    await teacher.page.getByText(/^Points given to each of \d+ students: 5\.$/).waitFor(patience);
    await teacher.expectAccessible('points of students');

    // A student redeems it.
    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    await student.signIn('student1@demo.school', { to: '/reward-point' });
    await student.page.getByText('Helped classmates').first().waitFor(patience);
    await student.expectAccessible('own points');
    await student.visit('/store');
    await student.page.getByRole('button', { name: 'Redeem Tea with the headteacher' }).click();
    const confirm = student.page.getByRole('dialog');
    await confirm.waitFor(patience);
    await student.expectAccessible('redeem');
    await confirm.getByRole('button', { name: en['store.redeem'], exact: true }).click();
    await student.page.getByText(/is yours/).waitFor(patience);
    await student.expectAccessible('store');
    await student.visit('/calendar');
    await student.page.getByRole('heading', { name: en['calendar.title'] }).waitFor(patience);
    await student.page.getByText(/^Times are in/).waitFor(patience);
    await student.expectAccessible('calendar');
    await expect.poll(() => student.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    // And receives it.
    await teacher.visit('/store-purchases');
    const hand = teacher.page.getByRole('button', { name: /^Hand over: Tea with the headteacher/ });
    await hand.waitFor(patience);
    await teacher.expectAccessible('redeemed');
    await hand.click();
    await teacher.page.getByText('1 handed over.').waitFor(patience);
    await teacher.visit('/calendar');
    await teacher.page.getByText(/^Times are in/).waitFor(patience);
    await teacher.expectAccessible('calendar');
    await teacher.page.getByRole('button', { name: en['calendar.follow'] }).click();
    await teacher.page.getByRole('button', { name: en['calendar.feedMake'] }).click();
    const address = await teacher.page.getByLabel(en['calendar.feedAddress']).inputValue();
    const feed = await teacher.context.request.get(address);
    expect([feed.status(), (await feed.text()).startsWith('BEGIN:VCALENDAR\r\n')]).toEqual([200, true]);
    await teacher.expectAccessible('follow');
  },
);
