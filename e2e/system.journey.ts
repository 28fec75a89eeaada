import { en } from '@classwright/contract/messages/en';
import { journey } from './harness/index.ts';
import { lookAtBoth } from './look-at-both.ts';

const patience = { timeout: 30_000 };

journey('[B2809] an administrator sees what those who run the installation have to do, on a wide screen and on a phone', async ({ bring }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/system' });
  const { page } = admin;
  await page.getByText(en['system.trial']).waitFor(patience);
  const duties = page.getByRole('region', { name: en['system.duties'] });
  const first = duties.getByRole('listitem').first();
  await first.getByText(en['system.state.todo'], { exact: true }).waitFor(patience);
  await duties.getByText(en['system.remedy.https']).waitFor(patience);
  await duties.getByText(en['system.duty.clocks.seen']).waitFor(patience);
  await duties.getByText(en['system.unseen']).first().waitFor(patience);
  await lookAtBoth(admin, 'the system');
});
