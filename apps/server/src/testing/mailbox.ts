import type { Mail, Mailer } from '../platform/mail/index.ts';

export interface Mailbox {
  /** What was sent, the oldest first. */
  readonly sent: Mail[];
  /** The mail server cannot be reached: sending fails. */
  isAway: boolean;
  readonly mailer: Mailer;
  /** Forgets what was sent; the mail server is there again. */
  empty(): void;
}

/** A mail server that keeps what it is given. */
export function createMailbox(): Mailbox {
  const mailbox: Mailbox = {
    sent: [],
    isAway: false,
    mailer: {
      async send(mail) {
        if (mailbox.isAway) throw new Error('the mail server is away');
        mailbox.sent.push(mail);
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
