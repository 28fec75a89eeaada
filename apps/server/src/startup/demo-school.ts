import { adminEmail, demoPassword, guardianEmail, seedDemoSchool, studentEmail, teacherEmail } from '../demo/index.ts';
import { createFileStorage } from '../modules/school/files/index.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database/index.ts';
import { isLoopback } from '../platform/network.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { findInhabitants } from './queries.ts';

export interface DemoSignIn {
  label: string;
  email: string;
  password: string;
}

const signIns: readonly DemoSignIn[] = [
  { label: 'Teacher', email: teacherEmail(1), password: demoPassword },
  { label: 'Student 1', email: studentEmail(1), password: demoPassword },
  { label: 'Student 2', email: studentEmail(2), password: demoPassword },
  { label: 'Administrator', email: adminEmail, password: demoPassword },
  { label: 'Parent of Student 1', email: guardianEmail(1), password: demoPassword },
];

/**
 * Creates the demo school in an empty installation that may have one, and returns the sign-ins to offer. Refuses to
 * serve an existing one that others could reach, since its passwords are public.
 */
export async function prepareDemo(
  db: Db,
  config: Pick<Config, 'isDemo' | 'isProduction' | 'host' | 'dataDir' | 's3'>,
  { onWait, onProgress }: { onWait: (message: string) => void; onProgress: (share: number) => void },
): Promise<{ hasAccounts: boolean; signIns: readonly DemoSignIn[] }> {
  const { hasAccounts, hasDemo } = await findInhabitants(db);
  if (hasDemo && (config.isProduction || !isLoopback(config.host))) {
    throw new StartRefusal(
      'This database holds the demo school, whose passwords everybody knows, so it is served on this machine only. Use another DATA_DIR or DATABASE_URL, or leave HOST and NODE_ENV unset.',
    );
  }
  const isOffered = config.isDemo && (hasDemo || !hasAccounts);
  if (isOffered && !hasDemo) {
    onWait('Creating the demo school.');
    if (!(await seedDemoSchool(db, { storage: createFileStorage(config.dataDir, config.s3), onProgress })))
      return prepareDemo(db, { ...config, isDemo: false }, { onWait, onProgress });
  }
  return { hasAccounts: hasAccounts || isOffered, signIns: isOffered ? signIns : [] };
}
