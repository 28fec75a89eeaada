import { z } from 'zod';
import { API_SCOPES, MAX_CLIENT_NAME_CHARACTERS, READS_KEPT_DAYS, RESTORE_MINUTES } from './client-limits.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();
const mayView = { resource: 'api-clients', action: 'view' } as const;
const mayEdit = { resource: 'api-clients', action: 'edit' } as const;

export const ApiClientView = z.object({
  id: Id,
  school_id: Id,
  school_name: z.string(),
  name: z.string(),
  /** The app's identifier. The secret is shown once, when it is created. */
  client_id: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  created_at: z.string(),
  created_by: z.string(),
  secret_set_at: z.string(),
  /** The time of the last call, or null when there was none. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** True when its access was ended recently and can be restored with the same secret. */
  can_restore: z.boolean(),
});
export type ApiClientView = z.infer<typeof ApiClientView>;

const label = { name: asMessage('apiClients.name'), school: asMessage('apiClients.school') };
const ofClient = z.object({ id: id(asMessage('apiClients.client')) });
const inSchool = z.object({ school_id: id(label.school).optional() });
const withSecret = z.object({ client: ApiClientView, client_secret: z.string(), message: z.string() });

export const apiClientList = endpoint({
  name: 'apiClient.list',
  method: 'GET',
  path: '/oneroster/clients',
  access: mayView,
  summary: 'The programs that may read a school’s roster and grades by OneRoster, those whose access was ended last',
  query: inSchool,
  response: z.object({
    data: z.array(ApiClientView),
    /** The schools that an app can be connected to. */
    schools: z.array(z.object({ id: Id, name: z.string() })),
    /** The addresses for calls and for tokens. */
    service_url: z.string(),
    token_url: z.string(),
  }),
  errors: [],
  readOnly: true,
});

export const apiClientCreate = endpoint({
  name: 'apiClient.create',
  cost: 5,
  method: 'POST',
  path: '/oneroster/clients',
  access: mayEdit,
  confirmed: true,
  summary: 'Lets a program in to one school; its secret is in this answer and nowhere else',
  body: z.object({
    name: text({ label: label.name, max: MAX_CLIENT_NAME_CHARACTERS }),
    /** The school. The default is the caller's own. */
    school_id: id(label.school).optional(),
    scopes: z
      .array(z.enum(API_SCOPES, { error: packMessage('apiClients.scopes.wrong') }), { error: packMessage('apiClients.scopes.none') })
      .min(1, { error: packMessage('apiClients.scopes.none') })
      .max(API_SCOPES.length, { error: packMessage('apiClients.scopes.wrong') }),
  }),
  response: withSecret,
  errors: [],
  successStatus: 201,
  answersSecret: true,
});

export const apiClientRotate = endpoint({
  name: 'apiClient.rotate',
  cost: 5,
  method: 'POST',
  path: '/oneroster/clients/:id/rotate',
  access: mayEdit,
  confirmed: true,
  summary: 'Makes a new secret; the old one and its tokens end at once',
  params: ofClient,
  response: withSecret,
  errors: ['API_CLIENT_ENDED'],
  answersSecret: true,
});

export const apiClientRevoke = endpoint({
  name: 'apiClient.revoke',
  method: 'POST',
  path: '/oneroster/clients/:id/revoke',
  access: mayEdit,
  summary: 'Ends a program’s access at once, with all its tokens',
  params: ofClient,
  response: z.object({ client: ApiClientView, message: z.string() }),
  errors: [],
});

export const apiClientRestore = endpoint({
  name: 'apiClient.restore',
  method: 'POST',
  path: '/oneroster/clients/:id/restore',
  access: mayEdit,
  confirmed: true,
  summary: `Lets a program in again whose access was ended less than ${RESTORE_MINUTES} minutes ago, with the same secret`,
  params: ofClient,
  response: z.object({ client: ApiClientView, message: z.string() }),
  errors: ['API_CLIENT_ENDED'],
});

export const ApiReadView = z.object({
  id: Id,
  at: z.string(),
  method: z.string(),
  /** The standard's name of the operation. */
  operation: z.string(),
  /** The path and the parameters. */
  path: z.string(),
  /** The number of records read from the school, or written. */
  rows: Id,
  address: z.string(),
});
export type ApiReadView = z.infer<typeof ApiReadView>;

export const apiClientReads = endpoint({
  name: 'apiClient.reads',
  method: 'GET',
  path: '/oneroster/clients/:id/reads',
  access: mayView,
  summary: `The reads and writes of an app, newest first, for ${READS_KEPT_DAYS} days`,
  params: ofClient,
  query: pageQuery,
  response: z.object({ client: ApiClientView, data: z.array(ApiReadView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const oneRosterExport = endpoint({
  name: 'export.oneroster',
  cost: 20,
  method: 'GET',
  path: '/export/oneroster',
  access: mayEdit,
  confirmed: true,
  summary: 'People, classes, enrollments, line items and results of a school as a OneRoster 1.2 zip (bulk)',
  query: inSchool,
  response: z.object({}),
  download: 'application/zip',
  errors: [],
  readOnly: true,
  acceptsHandOff: true,
});
