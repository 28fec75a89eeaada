import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, optionalText, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import {
  MAX_SOURCE_ADDRESS,
  MAX_SOURCE_CREDENTIAL,
  MAX_SOURCE_NAME,
  ROSTER_SOURCE_NIGHTS,
  ROSTER_SOURCE_SCHEDULES,
  ROSTER_SOURCE_VERSIONS,
} from './source-limits.ts';

const Id = z.number().int();
const view = { resource: 'rosters', action: 'view' } as const;
const edit = { resource: 'rosters', action: 'edit' } as const;
const label = {
  name: asMessage('rosterSources.name'),
  school: asMessage('rosterSources.school'),
  serviceUrl: asMessage('rosterSources.serviceUrl'),
  tokenUrl: asMessage('rosterSources.tokenUrl'),
  clientId: asMessage('rosterSources.clientId'),
  secret: asMessage('rosterSources.secret'),
  orgId: asMessage('rosterSources.orgId'),
  createAccounts: asMessage('rosterSources.createAccounts'),
};
const params = z.object({ id: id(asMessage('rosterSources.source')) });

export const RosterSourceReadView = z.object({
  id: Id,
  mode: z.enum(['asked', 'nightly']),
  status: z.enum(['waiting', 'running', 'finished', 'failed', 'cancelled']),
  /**
   * The result. Null: not finished. `dropped`: nobody applied it, or it was undone. `asks`: so many memberships would
   * end that a person has to confirm.
   */
  outcome: z.enum(['nothing', 'preview', 'applied', 'asks', 'dropped']).nullable(),
  /**
   * True when a person has to check the result: it failed, asks, stopped midway, or has rows that are wrong or were
   * changed on both sides.
   */
  needs_look: z.boolean(),
  /** The number of records read. */
  records: Id,
  /** The result, or the next step for the person, in words. */
  message: z.string(),
  /** The time until which the server asked to wait. Null: no wait. */
  waits_until: z.string().nullable(),
  /** The roster that it showed, or null for none or a deleted one. */
  import_id: Id.nullable(),
  account_name: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type RosterSourceReadView = z.infer<typeof RosterSourceReadView>;

export const RosterSourceView = z.object({
  id: Id,
  school_id: Id,
  school_name: z.string(),
  name: z.string(),
  service_url: z.string(),
  token_url: z.string(),
  version: z.enum(ROSTER_SOURCE_VERSIONS),
  /** The client's identifier. Its secret is shown to nobody. */
  client_id: z.string(),
  /** The school's id in the source; '': the only one. */
  org_id: z.string(),
  schedule: z.enum(ROSTER_SOURCE_SCHEDULES),
  night_does: z.enum(ROSTER_SOURCE_NIGHTS),
  create_accounts: z.boolean(),
  /** True if guardians and their ties to children are read too. */
  bring_guardians: z.boolean(),
  /**
   * The person who saved it last. The nightly read uses their rights. Null: nobody who still has an account, and there
   * is no nightly read.
   */
  keeper_name: z.string().nullable(),
  last_read: RosterSourceReadView.nullable(),
});
export type RosterSourceView = z.infer<typeof RosterSourceView>;

const connection = {
  service_url: text({ label: label.serviceUrl, max: MAX_SOURCE_ADDRESS }),
  token_url: text({ label: label.tokenUrl, max: MAX_SOURCE_ADDRESS }),
  version: z.enum(ROSTER_SOURCE_VERSIONS, { error: packMessage('rosterSources.version.wrong') }).default('1.2'),
  client_id: text({ label: label.clientId, max: MAX_SOURCE_CREDENTIAL }),
  /** The secret. Unchanged when omitted; required again when the address for tokens or the identifier changes. */
  client_secret: optionalText({ label: label.secret, max: MAX_SOURCE_CREDENTIAL }),
};
const settings = {
  name: text({ label: label.name, max: MAX_SOURCE_NAME }),
  ...connection,
  org_id: optionalText({ label: label.orgId, max: 200 }),
  schedule: z.enum(ROSTER_SOURCE_SCHEDULES, { error: packMessage('rosterSources.schedule.wrong') }).default('off'),
  night_does: z.enum(ROSTER_SOURCE_NIGHTS, { error: packMessage('rosterSources.schedule.wrong') }).default('preview'),
  create_accounts: flag(label.createAccounts).default(false),
  bring_guardians: flag(asMessage('rosters.bringGuardians')).default(false),
};
const saved = z.object({ source: RosterSourceView, message: z.string() });

export const rosterSourceList = endpoint({
  name: 'rosterSource.list',
  method: 'GET',
  path: '/oneroster/sources',
  access: view,
  summary: 'The OneRoster servers that rosters are read from',
  response: z.object({
    data: z.array(RosterSourceView),
    /** The schools that a source can feed. */
    schools: z.array(z.object({ id: Id, name: z.string() })),
  }),
  errors: [],
  readOnly: true,
});

export const rosterSourceCreate = endpoint({
  name: 'rosterSource.create',
  cost: 5,
  method: 'POST',
  path: '/oneroster/sources',
  access: edit,
  confirmed: true,
  summary: 'Adds a OneRoster server to read a school’s roster from; one that was removed, by the same address, comes back with all it knew',
  body: z.object({ ...settings, school_id: id(label.school).optional() }),
  response: saved,
  errors: [],
  successStatus: 201,
});

export const rosterSourceUpdate = endpoint({
  name: 'rosterSource.update',
  cost: 5,
  method: 'PUT',
  path: '/oneroster/sources/:id',
  access: edit,
  confirmed: true,
  summary: 'Changes a source; its secret stays where none is given',
  params,
  body: z.object(settings),
  response: saved,
  errors: [],
});

export const rosterSourceDelete = endpoint({
  name: 'rosterSource.delete',
  method: 'DELETE',
  path: '/oneroster/sources/:id',
  access: edit,
  confirmed: true,
  summary: 'Removes a source and forgets its secret; people, classes and what is known of them stay',
  params,
  response: z.object({ message: z.string() }),
  errors: [],
});

export const rosterSourceTest = endpoint({
  name: 'rosterSource.test',
  cost: 20,
  method: 'POST',
  path: '/oneroster/sources/test',
  access: edit,
  summary: 'Asks a OneRoster server for a token and for its schools; nothing is kept',
  body: z.object({ ...connection, id: id(asMessage('rosterSources.source')).optional() }),
  response: z.object({
    ok: z.boolean(),
    /** The result, or the error and how to fix it. */
    message: z.string(),
    schools: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  errors: [],
  ownTransaction: true,
});

export const rosterSourceRead = endpoint({
  name: 'rosterSource.read',
  cost: 20,
  method: 'POST',
  path: '/oneroster/sources/:id/read',
  access: edit,
  summary: 'Reads a source, as a job, and shows what would change; one that is being read goes on',
  params,
  response: z.object({ read: RosterSourceReadView, message: z.string() }),
  errors: [],
});

export const rosterSourceCancel = endpoint({
  name: 'rosterSource.cancel',
  method: 'POST',
  path: '/oneroster/sources/:id/cancel',
  access: edit,
  summary: 'Stops reading a source; nothing was changed by it',
  params,
  response: saved,
  errors: [],
});

export const rosterSourceReads = endpoint({
  name: 'rosterSource.reads',
  method: 'GET',
  path: '/oneroster/sources/:id/reads',
  access: view,
  summary: 'The readings of a source in the last 90 days and their results, newest first',
  params,
  query: pageQuery,
  response: z.object({ source: RosterSourceView, data: z.array(RosterSourceReadView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});
