import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

export const ConfigView = z.object({
  version: z.string(),
  /** The number of the wire; a page with a lower one is older than the server. */
  protocol: z.number().int(),
  realtime: z.object({ key: z.string(), host: z.string(), port: z.number().int(), tls: z.boolean(), auth_endpoint: z.string() }),
  uploads: z.object({ max_bytes: z.number().int(), kinds: z.array(z.string()) }),
  sign_in: z.object({
    password: z.boolean(),
    google: z.boolean(),
    /** A forgotten password can be replaced by a mailed link: the school's server sends mail. */
    mail: z.boolean(),
    /** Nobody administers the installation yet. */
    set_up: z.boolean(),
  }),
  /** Files can be picked in Google Drive. */
  drive_picker: z.boolean(),
  /** Classes can be synced with Google Classroom; where false, no screen shows anything of it. */
  classroom: z.boolean(),
  school: z.object({ name: z.string().nullable() }),
  /** Sign-ins of the demo school, shown on the sign-in page; empty outside the demo. */
  demo: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
  /** The school's own words, by catalogue key. */
  messages: z.record(z.string(), z.string()),
});
export type ConfigView = z.infer<typeof ConfigView>;

export const configGet = endpoint({
  name: 'config.get',
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'What a client needs to know before signing in',
  response: ConfigView,
  errors: [],
  readOnly: true,
});
