import { connect } from 'node:tls';
import { machineNowMs } from '../platform/clock.ts';
import { bad, type Finding, good, unsure } from './finding.ts';

const PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;
/** A certificate that ends sooner is not renewed in time. */
const SOON_DAYS = 14;
/** The codes with which Node refuses a certificate. */
const REFUSED = /CERT|SIGNED|ISSUER|SIGNATURE|ALTNAME/;

/** Examines the address at which people reach the product: whether it answers, and how long its certificate holds. */
export async function examineAddress(publicUrl: URL | null): Promise<readonly Finding[]> {
  if (publicUrl === null)
    return [
      unsure('Address', 'PUBLIC_URL is not set', 'Set it to the address at which people reach Classwright, so that links in emails and Google lead there.'),
    ];
  const findings = [await examineAnswer(publicUrl)];
  if (publicUrl.protocol === 'https:') findings.push(await examineCertificate(publicUrl));
  return findings;
}

async function examineAnswer(publicUrl: URL): Promise<Finding> {
  const { host } = publicUrl;
  try {
    const reply = await fetch(new URL('/api/config', publicUrl), { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (reply.status === 421) return bad('Address', `${host} reaches Classwright under another name`, 'Let the proxy pass the header Host on unchanged.');
    const body = reply.ok ? ((await reply.json().catch(() => null)) as { realtime?: unknown } | null) : null;
    if (body?.realtime === undefined)
      return bad(
        'Address',
        `${host} answers ${reply.status}, and not as Classwright does`,
        'Start Classwright, and let the proxy send everything to its port.',
      );
    return good('Address', `${host} reaches Classwright`);
  } catch (error) {
    const { cause, message } = error as Error;
    return unsure(
      'Address',
      `${host} cannot be reached from this machine (${(cause as Error | undefined)?.message ?? message})`,
      'Check the name, the proxy and the firewall, unless only others can reach it.',
    );
  }
}

function examineCertificate({ hostname, port, host }: URL): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, timeout: PATIENCE_MS }, () => {
      const { valid_to } = socket.getPeerCertificate();
      const days = Math.floor((Date.parse(valid_to) - machineNowMs()) / DAY_MS);
      socket.end();
      const says = `that of ${host} holds for ${days} days`;
      resolve(days < SOON_DAYS ? unsure('Certificate', says, 'Check that it is renewed automatically.') : good('Certificate', says));
    });
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
    socket.on('error', ({ message, code }: NodeJS.ErrnoException) => {
      if (code === 'CERT_HAS_EXPIRED') return resolve(bad('Certificate', `that of ${host} has ended`, 'Renew it.'));
      if (REFUSED.test(code ?? ''))
        return resolve(bad('Certificate', `that of ${host} is not trusted (${message})`, 'Use one of an authority that browsers know, with its whole chain.'));
      resolve(unsure('Certificate', `that of ${host} could not be read (${message})`, 'Check that the proxy serves https there.'));
    });
  });
}
