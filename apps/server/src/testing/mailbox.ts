import type { Mail, Mailer } from '../platform/mail/index.ts';

export interface Mailbox {
  /** The sent mail, oldest first. */
  readonly sent: Mail[];
  /** True when the mail server cannot be reached: sending fails. */
  isAway: boolean;
  readonly mailer: Mailer;
  /** Deletes the sent mail and makes the mail server reachable again. */
  empty(): void;
}

/** Creates a mail server that keeps everything it receives. */
export function createMailbox(): Mailbox {
  const mailbox: Mailbox = {
    sent: [],
    isAway: false,
    mailer: {
      async send(mail) {
        if (mailbox.isAway) throw new Error('the mail server is away');
        mailbox.sent.push(mail);
      },
      async check() {
        if (mailbox.isAway) throw new Error('the mail server is away');
      },
      close: () => undefined,
    },
    empty() {
      mailbox.sent.length = 0;
      mailbox.isAway = false;
    },
  };
  return mailbox;
}
