// A thread that hashes passwords and checks them; see password.ts.
import { hashSync, verifySync } from '@node-rs/argon2';
import { serveWork } from '../../../platform/workers/index.ts';
import { PROFILE, type PasswordWork } from './password-work.ts';

serveWork<PasswordWork, string | boolean>(({ password, passwordHash }) => ({ batches: work(password, passwordHash) }));

function* work(password: string, passwordHash: string | null): Generator<string | boolean> {
  yield passwordHash === null ? hashSync(password, PROFILE) : verifySync(passwordHash, password);
}
