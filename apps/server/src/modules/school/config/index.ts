/** The settings that a client needs before sign-in. None of them is secret. */
import { type ConfigView, configGet } from '@classwright/contract';
import { PROTOCOL_VERSION } from '@classwright/contract/protocol';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { implement } from '../../../platform/http/index.ts';
import { hasAdministrator } from '../../people/accounts/index.ts';
import { findOnlySchool } from '../reference/index.ts';

/** The upload limit: 50 MB, from the specification. */
const MAX_UPLOAD_BYTES = 52_428_800;

export interface ConfigDependencies {
  db: Db;
  version: string;
  installation: { realtimeKey: string };
  demoSignIns: Readonly<ConfigView['demo']>;
  messages: Readonly<Record<string, string>>;
  /** Null for each of these that this server has not set up. */
  mail: object | null;
  google: object | null;
  driveSettings: object | null;
  hasClassroom: boolean;
}

export function configModule(dependencies: ConfigDependencies): Manifest {
  const { db, version, installation, demoSignIns, messages, mail, google, driveSettings, hasClassroom } = dependencies;
  const hasGoogle = google !== null;
  const implementations = [
    implement(configGet, async ({ site }) => {
      const url = new URL(site.origin);
      const tls = url.protocol === 'https:';
      return {
        version,
        protocol: PROTOCOL_VERSION,
        realtime: {
          key: installation.realtimeKey,
          host: url.hostname,
          port: Number(url.port || (tls ? 443 : 80)),
          tls,
          auth_endpoint: '/api/broadcasting/auth',
        },
        uploads: { max_bytes: MAX_UPLOAD_BYTES, kinds: ['image', 'audio', 'video', 'pdf'] },
        sign_in: { password: true, google: hasGoogle, mail: mail !== null, set_up: !(await hasAdministrator(db, { hasGoogle })) },
        drive_picker: driveSettings !== null,
        classroom: hasClassroom,
        school: site.school ?? (await findOnlySchool(db)) ?? { name: null, logo: null, colors: null },
        demo: [...demoSignIns],
        messages: { ...messages },
      };
    }),
  ];
  return { implementations };
}
