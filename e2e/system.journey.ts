import { en } from '@classwright/contract/messages/en';
import { journey } from './harness/index.ts';
import { lookAtBoth } from './look-at-both.ts';

const patience = { timeout: 60_000 };

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

journey('[B2887] an administrator sees how the server runs, has a backup made, and lets every process log more', async ({ bring }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/system' });
  const { page } = admin;
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await region(en['system.title']).getByText(en['light.jobsGood']).waitFor(patience);
  await region(en['system.processes']).getByRole('listitem').first().waitFor(patience);
  const backups = region(en['system.backups']);
  await backups.getByText(en['system.backups.none']).waitFor(patience);
  await backups.getByRole('button', { name: en['system.backup.now'] }).click();
  await backups.getByText(en['system.backup.kind.verify']).waitFor(patience);
  await region(en['system.title']).getByText(en['light.backupGood']).waitFor(patience);
  const log = region(en['system.log']);
  await log.getByRole('button', { name: en['system.log.more'] }).click();
  await log.getByRole('button', { name: en['system.log.less'] }).waitFor(patience);
  await lookAtBoth(admin, 'the system after a backup');
  await log.getByRole('button', { name: en['system.log.less'] }).click();
  await log.getByText(en['system.log.asSet']).waitFor(patience);
});
