// `npm run google`: a simulated Google Classroom with the demo school's people, for manual trials together with the
// demo.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startClassroom } from './index.ts';
import { buildSchool } from './school.ts';

const USUAL_PORT = '4600';
const TOPIC = 'projects/project-1/topics/classroom';
const SUBSCRIPTION = 'projects/project-1/subscriptions/classwright';

const { values } = parseArgs({ options: { port: { type: 'string', default: USUAL_PORT }, 'lag-ms': { type: 'string', default: '0' } } });
const google = await startClassroom({ port: Number(values.port), lagMs: Number(values['lag-ms']) }).catch((error: unknown) => {
  console.error(
    `The simulated Google Classroom does not start: ${error instanceof Error ? error.message : error}. Another port: npm run google -- --port 4601`,
  );
  process.exit(1);
});
google.pubsub.subscribe(TOPIC, SUBSCRIPTION);
const keyFile = path.join(mkdtempSync(path.join(tmpdir(), 'classwright-google-')), 'key.json');
writeFileSync(keyFile, JSON.stringify(google.serviceAccount()), { mode: 0o600 });
buildSchool(google);

console.log(`A simulated Google Classroom runs at ${google.url}, with ${google.people.all.length} people and ${google.state.courses.size} classes.
Open that address for Classroom's own screens: hand in, grade, rename, add. It forgets everything when it stops. Start the product in another terminal with:

GOOGLE_CLIENT_ID=${google.clientId} \\
GOOGLE_CLIENT_SECRET=${google.clientSecret} \\
GOOGLE_ISSUER=${google.issuer} \\
GOOGLE_CLASSROOM=on \\
GOOGLE_CLASSROOM_URL=${google.url} \\
GOOGLE_DRIVE_URL=${google.url} \\
GOOGLE_PUBSUB_URL=${google.url} \\
GOOGLE_PUBSUB_TOPIC=${TOPIC} \\
GOOGLE_PUBSUB_SUBSCRIPTION=${SUBSCRIPTION} \\
GOOGLE_PUBSUB_CREDENTIALS_FILE=${keyFile} \\
npm start
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(path.dirname(keyFile), { recursive: true, force: true });
    void google.close();
  });
