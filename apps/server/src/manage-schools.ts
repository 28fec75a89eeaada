// `npm run schools`: lists, suspends, resumes and limits the schools of the installation that `npm start` would use, running or not.
import { randomUUID } from 'node:crypto';
import { MAX_SCHOOL_LIMITS, MAX_SUSPENSION_REASON } from '@classwright/contract';
import { openInstallation } from './backup/index.ts';
import { runMaintenance } from './backup/run-maintenance.ts';
import { allowSenderDomain, giveHost, HostTaken } from './modules/class/settings/index.ts';
import { type Limits, limitSchools, listSchoolSizes, resumeSchools, suspendSchools } from './modules/overview/all-schools/index.ts';
import { type Config, readConfig } from './platform/config.ts';
import { connect, type Db, inTransaction } from './platform/database/index.ts';
import { createHostRule } from './platform/hosts.ts';
import { toHostName } from './platform/sites.ts';
import { StartRefusal } from './platform/start-refusal.ts';

const COMMAND = 'npm run schools --';
const MEGABYTE = 1_000_000;
const OPTIONS = {
  reason: { type: 'string' },
  domain: { type: 'string' },
  people: { type: 'string' },
  'files-mb': { type: 'string' },
  requests: { type: 'string' },
} as const;

type Options = Readonly<Record<string, string | boolean | undefined>>;
type School = Awaited<ReturnType<typeof listSchoolSizes>>[number];

await runMaintenance({
  inVain: 'No school was changed.',
  help: [
    'npm run schools: lists the schools with their sizes, their limits, and whether they are suspended.',
    `${COMMAND} suspend NUMBER… --reason "what its people read": lets nobody of them in until they are resumed.`,
    `${COMMAND} resume NUMBER…`,
    `${COMMAND} mail-domain NUMBER… --domain riverside.example: lets these schools send emails from addresses of this domain; “none” ends it.`,
    `${COMMAND} host NUMBER lincoln.example.org: gives a school a host name of its own; “none” ends it.`,
    `${COMMAND} limit NUMBER… [--people N] [--files-mb N] [--requests N]: sets limits; “none” removes one. Requests are those of a minute.`,
  ].join('\n'),
  options: OPTIONS,
  async work([act, ...numbers], options) {
    const config = readConfig();
    const { connection, close } = await openInstallation(config);
    const { db } = connect({ connection, maxConnections: 1, onError: (error) => console.error(error.message) });
    try {
      const schools = await listSchoolSizes(db);
      if (act === undefined) for (const school of schools) console.log(describe(school));
      else if (act === 'host') console.log(await doHost(db, schools, numbers, config));
      else console.log(await doAct(db, act, findSchools(schools, numbers), options));
      return true;
    } finally {
      await db.destroy();
      await close();
    }
  },
});

/** @throws StartRefusal for a number that no school has, and where none is named */
function findSchools(schools: readonly School[], numbers: readonly string[]): number[] {
  if (numbers.length === 0) throw new StartRefusal('Name the numbers of the schools. npm run schools lists them.');
  return numbers.map((number) => {
    const school = schools.find(({ id }) => String(id) === number);
    if (!school) throw new StartRefusal(`There is no school with the number ${number}. npm run schools lists them.`);
    return school.id;
  });
}

/** Gives a school a host name, or ends it. @throws StartRefusal for a name that it cannot have */
async function doHost(db: Db, schools: readonly School[], [number, text = '', ...others]: readonly string[], config: Config): Promise<string> {
  const [id = 0] = findSchools(schools, number === undefined ? [] : [number]);
  if (others.length > 0) throw new StartRefusal('A school has one host name. Give the number of one school and one name.');
  const host = text === 'none' ? null : readHost(text, config);
  try {
    await inTransaction(db, (tx) => giveHost(tx, { actor: { accountId: null, schoolId: null }, requestId: randomUUID() }, id, host));
  } catch (error) {
    if (!(error instanceof HostTaken)) throw error;
    throw new StartRefusal(`${error.school} has the host name ${host}. Choose another name, or end it there with host NUMBER none.`);
  }
  return host === null
    ? 'The school has no host name of its own any more.'
    : `The host name of the school: ${host}. Set its DNS entry and its certificate as docs/operations.md says.`;
}

/** @throws StartRefusal for a text that is no host name, and for a name of the installation itself */
function readHost(text: string, { publicUrl, host: listensOn }: Config): string {
  if (publicUrl === null) throw new StartRefusal('Set PUBLIC_URL first: a school’s own host has the scheme and the port of that address.');
  const host = toHostName(text);
  if (host === null)
    throw new StartRefusal('Give the host name alone, without https://, a port or a path: host NUMBER lincoln.example.org, or host NUMBER none.');
  if (createHostRule({ publicUrl, listensOn })(host))
    throw new StartRefusal(`${host} is the address of the installation itself. Choose another name for the school.`);
  return host;
}

function doAct(db: Db, act: string, ids: readonly number[], options: Options): Promise<string> {
  const acting = { actor: { accountId: null, schoolId: null }, requestId: randomUUID() } as const;
  switch (act) {
    case 'suspend': {
      const reason = typeof options.reason === 'string' ? options.reason.trim() : '';
      if (reason === '' || reason.length > MAX_SUSPENSION_REASON)
        throw new StartRefusal(`Give a reason of at most ${MAX_SUSPENSION_REASON} characters, which the people of the school read: --reason "…"`);
      return inTransaction(db, async (tx) => `Suspended: ${await suspendSchools(tx, acting, ids, reason)}. Those who are signed in are refused from now on.`);
    }
    case 'resume':
      return inTransaction(db, async (tx) => `Resumed: ${await resumeSchools(tx, acting, ids)}.`);
    case 'mail-domain': {
      const domain = readDomain(options.domain);
      return inTransaction(db, async (tx) => `Schools whose domain is set: ${await allowSenderDomain(tx, acting, ids, domain)}.`);
    }
    case 'limit': {
      const limits = readLimits(options);
      return inTransaction(db, async (tx) => `Schools whose limits are set: ${await limitSchools(tx, acting, ids, limits)}.`);
    }
    default:
      throw new StartRefusal(`It does not know “${act}”. Write suspend, resume, limit, mail-domain or host.`);
  }
}

/** @throws StartRefusal for a text that is no domain */
function readDomain(text: string | boolean | undefined): string | null {
  const domain = typeof text === 'string' ? text.trim().toLowerCase() : '';
  if (domain === 'none') return null;
  if (!/^(?=.{4,150}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain))
    throw new StartRefusal('Name the domain of the addresses, without @: --domain riverside.example, or --domain none.');
  return domain;
}

/** @throws StartRefusal for a limit that is no whole number in its range, and where none is given */
function readLimits(options: Options): Limits {
  const files = readLimit('--files-mb', options['files-mb'], MAX_SCHOOL_LIMITS.files / MEGABYTE);
  const limits: Limits = {
    people: readLimit('--people', options.people, MAX_SCHOOL_LIMITS.people),
    files: files == null ? files : files * MEGABYTE,
    requests: readLimit('--requests', options.requests, MAX_SCHOOL_LIMITS.requests),
  };
  if (Object.values(limits).every((limit) => limit === undefined)) throw new StartRefusal('Give a limit: --people, --files-mb or --requests.');
  return limits;
}

function readLimit(name: string, text: string | boolean | undefined, max: number): number | null | undefined {
  if (typeof text !== 'string') return undefined;
  if (text === 'none') return null;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw new StartRefusal(`${name} takes a whole number from 1 to ${Math.floor(max)}, or none.`);
  return limit;
}

function describe({ id, name, people, max_people, classes, file_bytes, max_file_bytes, max_requests_per_minute, is_archived, reason }: School): string {
  const of = (amount: number, most: number | null): string => (most === null ? String(amount) : `${amount} of ${most}`);
  const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);
  const facts = [
    `people: ${of(people, max_people)}`,
    `classes: ${classes}`,
    `files: ${of(megabytes(file_bytes), max_file_bytes === null ? null : megabytes(max_file_bytes))} MB`,
    ...(max_requests_per_minute === null ? [] : [`requests a minute: at most ${max_requests_per_minute}`]),
    ...(is_archived ? ['archived'] : []),
    ...(reason === null ? [] : [`suspended: ${reason}`]),
  ];
  return `${id}  ${name}: ${facts.join(', ')}`;
}
