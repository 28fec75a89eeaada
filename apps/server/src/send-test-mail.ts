// `npm run mail:test -- address` sends one email, and says whether the mail server took it.
import { createTranslate, en } from '@classwright/contract';
import { runMaintenance } from './backup/run-maintenance.ts';
import { readConfig } from './platform/config.ts';
import { createMailer } from './platform/mail/index.ts';
import { StartRefusal } from './platform/start-refusal.ts';

await runMaintenance({
  inVain: 'No email was sent.',
  help: 'npm run mail:test -- <address>: sends one email to this address, and says whether the mail server took it.',
  async work([address]) {
    if (address === undefined || !/^\S+@\S+$/.test(address)) throw new StartRefusal('Name the address to send it to: npm run mail:test -- you@school.example');
    const config = readConfig();
    const { mail } = config;
    if (mail === null) throw new StartRefusal('No mail server is set. Name one in SMTP_URL, and the address of Classwright in PUBLIC_URL.');
    const mailer = createMailer(mail.smtpUrl, mail.from);
    const t = createTranslate(en, {});
    const host = config.publicUrl?.hostname ?? config.host;
    try {
      await mailer.send({ to: { name: address, address }, subject: t('mail.test.subject', { host }), text: t('mail.test.body', { name: address, host }) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartRefusal(`${new URL(mail.smtpUrl).hostname} did not take it (${reason}). Check SMTP_URL and MAIL_FROM.`);
    } finally {
      mailer.close();
    }
    console.log(
      `${new URL(mail.smtpUrl).hostname} took an email to ${address}, from ${mail.from}. If it does not arrive, look among unwanted mail, and at SPF and DKIM of the domain.`,
    );
    return true;
  },
});
