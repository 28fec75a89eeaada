/** The settings that a client needs before sign-in. None of them is secret. */
import { type ConfigView, configGet } from '@classwright/contract';
import { PROTOCOL_VERSION } from '@classwright/contract/protocol';
import type { Manifest } from '../../../manifest.ts';
import { implement } from '../../../platform/http/index.ts';

/** The upload limit: 50 MB, from the specification. */
const MAX_UPLOAD_BYTES = 52_428_800;

export interface ConfigDependencies {
  version: string;
  realtimeKey: string;
  /** The public address of the product. Null: the address that each call came to. */
  publicUrl: URL | null;
  demoSignIns: ConfigView['demo'];
  messages: Readonly<Record<string, string>>;
  /** The name of the only school of this installation, or null when there are several or none. */
  schoolName: () => Promise<string | null>;
  sendsMail: boolean;
  hasGoogle: boolean;
  hasDrivePicker: boolean;
  hasClassroom: boolean;
  hasAdministrator: () => Promise<boolean>;
}

export function configModule(dependencies: ConfigDependencies): Manifest {
  const { version, realtimeKey, publicUrl, demoSignIns, messages, schoolName, sendsMail, hasGoogle, hasDrivePicker, hasClassroom, hasAdministrator } =
    dependencies;
  const implementations = [
    implement(configGet, async ({ host, isSecure }) => {
      const url = publicUrl ?? new URL(`${isSecure ? 'https' : 'http'}://${host}`);
      const tls = url.protocol === 'https:';
      return {
        version,
        protocol: PROTOCOL_VERSION,
        realtime: { key: realtimeKey, host: url.hostname, port: Number(url.port || (tls ? 443 : 80)), tls, auth_endpoint: '/api/broadcasting/auth' },
        uploads: { max_bytes: MAX_UPLOAD_BYTES, kinds: ['image', 'audio', 'video', 'pdf'] },
        sign_in: { password: true, google: hasGoogle, mail: sendsMail, set_up: !(await hasAdministrator()) },
        drive_picker: hasDrivePicker,
        classroom: hasClassroom,
        school: { name: await schoolName() },
        demo: [...demoSignIns],
        messages: { ...messages },
      };
    }),
  ];
  return { implementations };
}
