import { isChannelName } from './protocol.ts';
import { type Claim, isSignature, signParts } from './signature.ts';

/**
 * The content of a ticket: this account, with this sign-in, was allowed to listen to these channels at that instant. A
 * socket that is opened with it belongs to the account from its first moment and enters the channels automatically.
 */
export interface Ticket extends Claim {
  channels: readonly string[];
}

/** A ticket travels as a subprotocol of the upgrade, since addresses stand in logs. The server speaks this one. */
const PROTOCOL = 'classwright';
const PREFIX = 'ticket.';
/** Tickets for more channels than this are not made, and are not read. */
const MAX_TICKET_CHANNELS = 4;
const MAX_LENGTH = 1_000;
const SIGNED = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{1,800})\.([\w-]{43})$/;

/** Returns the ticket as a text of characters that a subprotocol may have. Any process can create it and any can read it. */
export function signTicket(secret: string, { accountId, tokenId, givenAtMs, channels }: Ticket): string {
  if (channels.length > MAX_TICKET_CHANNELS) throw new RangeError(`a ticket is for ${MAX_TICKET_CHANNELS} channels`);
  const claim = `${accountId}.${tokenId}.${Math.floor(givenAtMs)}.${Buffer.from(channels.join(' ')).toString('base64url')}`;
  return `${claim}.${sign(secret, claim)}`;
}

/** Returns the ticket among the subprotocols that a client offers, or null without one that is ours. */
export function readTicket(secret: string, offered: string | undefined): Ticket | null {
  const text = offered
    ?.slice(0, 2 * MAX_LENGTH)
    .split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(PREFIX));
  const [, accountId, tokenId, givenAtMs, names = '', given = ''] = (text && text.length <= MAX_LENGTH && SIGNED.exec(text.slice(PREFIX.length))) || [];
  if (!isSignature(given, sign(secret, `${accountId}.${tokenId}.${givenAtMs}.${names}`))) return null;
  const channels = Buffer.from(names, 'base64url').toString().split(' ').filter(isChannelName);
  return { accountId: Number(accountId), tokenId: Number(tokenId), givenAtMs: Number(givenAtMs), channels };
}

/** Returns the subprotocol that the server speaks when a client offers it, else false: it speaks none. */
export const chooseProtocol = (offered: ReadonlySet<string>): string | false => (offered.has(PROTOCOL) ? PROTOCOL : false);

/** Returns the subprotocols with which a client offers its ticket. */
export const offerTicket = (ticket: string): string[] => [PROTOCOL, PREFIX + ticket];

const sign = (secret: string, claim: string): string => signParts(secret, ['ticket', claim]);
