import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

export const ConfigView = z.object({
  version: z.string(),
  /** The protocol number. A page with a lower one is older than the server. */
  protocol: z.number().int(),
  realtime: z.object({ key: z.string(), host: z.string(), port: z.number().int(), tls: z.boolean(), auth_endpoint: z.string() }),
  uploads: z.object({ max_bytes: z.number().int(), kinds: z.array(z.string()) }),
  sign_in: z.object({
    password: z.boolean(),
    google: z.boolean(),
    /** True when the school's server sends mail, so that a forgotten password can be replaced by a mailed link. */
    mail: z.boolean(),
    /** True while the installation has no administrator yet. */
    set_up: z.boolean(),
  }),
  /** True when files can be picked in Google Drive. */
  drive_picker: z.boolean(),
  /** True when classes can be synced with Google Classroom. When false, no screen mentions it. */
  classroom: z.boolean(),
  /** The school at whose own host the client asks, or the only one of the installation. Logo and colors, a style sheet, are addresses on this server. */
  school: z.object({ name: z.string().nullable(), logo: z.string().nullable(), colors: z.string().nullable() }),
  /** The sign-ins of the demo school, shown on the sign-in page. Empty outside the demo. */
  demo: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
  /** The school's own texts, by catalogue key. */
  messages: z.record(z.string(), z.string()),
});
export type ConfigView = z.infer<typeof ConfigView>;

export const configGet = endpoint({
  name: 'config.get',
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'The settings that a client needs before signing in',
  response: ConfigView,
  errors: [],
  readOnly: true,
  allows: ['seat'],
});
