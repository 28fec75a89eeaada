/**
 * Mail through the school's own SMTP server. Without one nothing is sent, and screens offer links and cards instead.
 * Sent from jobs only, since delivery is retried while the mail server is away; only a test email is sent at once.
 */
import { createTransport } from 'nodemailer';
import { isLoopback } from '../network.ts';

/** The sender of a school's emails. Null: that of the installation. */
export interface Sender {
  name: string | null;
  address: string | null;
}

export interface Mail {
  /** The sender. The default is that of the installation. */
  from?: Sender;
  to: { name: string; address: string };
  subject: string;
  /** The plain text. */
  text: string;
  /**
   * The address to unsubscribe from emails like this one: by one POST for mail apps, by a choice for people who open
   * it.
   */
  endAt?: URL;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Resolves when the mail server answers and lets us sign in. @throws when it does not */
  check(): Promise<void>;
  close(): void;
}

/**
 * Returns true when mail may only be sent encrypted: to every machine but this one, unless the address has
 * `?ignoreTLS=true`, for a mail server without it in the school's own network.
 */
function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isLoopback(hostname.replace(/^\[|\]$/g, '')) && searchParams.get('ignoreTLS') !== 'true';
}

/**
 * Returns the headers of RFC 8058: unsubscribed with one press in the mail app itself, which it allows over HTTPS only.
 */
const endHeaders = (endAt: URL): Record<string, string> => ({
  'List-Unsubscribe': `<${endAt.href}>`,
  ...(endAt.protocol === 'https:' ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});

/** Splits a sender like "Riverside <school@riverside.example>", or an address alone. */
function splitSender(from: string): { name: string; address: string } {
  const [, name, address] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  return address === undefined ? { name: '', address: from.trim() } : { name: (name as string).trim(), address: address.trim() };
}

/** Creates the mailer. @param url smtp://user:password@host:587 or smtps://… @param from the sender */
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
    async send({ from: own, to, subject, text, endAt }) {
      const usual = splitSender(from);
      const sender = own ? { name: own.name ?? usual.name, address: own.address ?? usual.address } : from;
      await transport.sendMail({ from: sender, to, subject, text, headers: endAt ? endHeaders(endAt) : {}, disableFileAccess: true, disableUrlAccess: true });
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}
