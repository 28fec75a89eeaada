// `npm run admin:link -- email`: a one-time link for an administrator of the installation that `npm start` would use, running or not.
import { randomUUID } from 'node:crypto';
import { openInstallation } from './backup/index.ts';
import { runMaintenance } from './backup/run-maintenance.ts';
import { makeAdminLink } from './modules/people/accounts/index.ts';
import { readConfig } from './platform/config.ts';
import { connect } from './platform/database/index.ts';
import { StartRefusal } from './platform/start-refusal.ts';
import { addressFor } from './startup/announce.ts';

await runMaintenance({
  inVain: 'No link was made.',
  help: 'npm run admin:link -- [email]: prints a link, good once and for an hour, with which an administrator chooses a new password.',
  async work(named) {
    const config = readConfig();
    const { connection, close } = await openInstallation(config);
    const { db } = connect({ connection, maxConnections: 1, onError: (error) => console.error(error.message) });
    try {
      const origin = addressFor(config, { address: config.host, family: '', port: config.port });
      const link = await makeAdminLink(db, origin, named[0] ?? null, randomUUID());
      if ('emails' in link) throw new StartRefusal(sayWhom(link.emails));
      console.log(`With this link ${link.name} (${link.email}) chooses a new password. It counts once and for an hour:\n\n  ${link.url}\n`);
      return true;
    } finally {
      await db.destroy();
      await close();
    }
  },
});

function sayWhom(emails: readonly string[]): string {
  if (emails.length === 0) return 'No active account has the role Admin. The next start prints a link with which a first administrator is made.';
  return `Say for whom: npm run admin:link -- ${emails[0]}. The active administrators are ${emails.join(', ')}.`;
}
