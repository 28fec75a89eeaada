/**
 * Mail through the school's own SMTP server. Without one nothing is sent, and screens offer links and cards instead.
 * Sent from jobs only: a mail server that is away is tried again.
 */
import { createTransport } from 'nodemailer';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  /** Plain text. */
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** @param url smtp://user:password@host:587 or smtps://… @param from what stands as the sender */
export function createMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}
