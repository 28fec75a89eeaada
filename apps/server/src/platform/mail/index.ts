/**
 * Mail through the school's own SMTP server. Without one nothing is sent, and screens offer links and cards instead.
 * Sent from jobs only: a mail server that is away is tried again.
 */
import { createTransport } from 'nodemailer';
import { isLoopback } from '../config.ts';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  /** Plain text. */
  text: string;
  /** Where mails like it are ended: by one POST for mail programs, by a choice for whoever opens it. */
  endAt?: URL;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * Whether mail may only go out encrypted: to every machine but this one, unless the address says `?ignoreTLS=true`, for a
 * mail server without it in the school's own network.
 */
function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isLoopback(hostname.replace(/^\[|\]$/g, '')) && searchParams.get('ignoreTLS') !== 'true';
}

/** As RFC 8058 has them: ended with one press in the mail program itself, which it allows over HTTPS alone. */
const endHeaders = (endAt: URL): Record<string, string> => ({
  'List-Unsubscribe': `<${endAt.href}>`,
  ...(endAt.protocol === 'https:' ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});

/** @param url smtp://user:password@host:587 or smtps://… @param from what stands as the sender */
export function createMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  });
  return {
    async send({ to, subject, text, endAt }) {
      await transport.sendMail({ from, to, subject, text, headers: endAt ? endHeaders(endAt) : {}, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}
