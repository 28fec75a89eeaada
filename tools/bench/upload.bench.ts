import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { interleave, printComparison, ratioOf } from './lib.ts';
import type { Answer, Ask } from './upload-client.ts';

/**
 * Uploads 50 MB in pieces of 16 MB, as our web app does, to a file of the library, including rights, validation, hash
 * and audit trail; against a bare Node server that writes the body of one request to a file. Exits with 1 below 70 % of
 * its throughput, or when an upload that was interrupted five times differs in a byte.
 */
const ROUNDS = 9;
const LEAST_SHARE = 0.7;

async function asking(client: ChildProcess, ask: Ask): Promise<Answer> {
  client.send(ask);
  const [answer] = (await once(client, 'message')) as [Answer];
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}
const timeOf = async (client: ChildProcess, ask: Ask): Promise<number> => {
  const answer = await asking(client, ask);
  return 'ms' in answer ? answer.ms : Number.NaN;
};

const folder = mkdtempSync(join(tmpdir(), 'classwright-bench-'));
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const client = fork(fileURLToPath(new URL('./upload-client.ts', import.meta.url)));
const bare = createServer((incoming, outgoing) => {
  void pipeline(incoming, createWriteStream(join(folder, 'bare'))).then(() => outgoing.end());
});
try {
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  await withMigratedDatabase(postgres, async (database, connection) => {
    await database.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { fileSpaceMegabytes: 100_000 });
    const scenario = createScenario(app);
    const { token } = await scenario.person('teachers', await scenario.school());
    const ours = { address: await app.listen(), token };
    const theirs = { address: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, token: '' };
    const times = await interleave({
      sides: {
        'bare Node server': () => timeOf(client, { what: 'write', ...theirs }),
        'file library': () => timeOf(client, { what: 'upload', ...ours }),
      },
      rounds: ROUNDS,
    });
    printComparison('50 MB', times);
    const share = 1 / ratioOf(times['file library'], times['bare Node server']).median;
    const broken = await asking(client, { what: 'upload broken off', ...ours });
    const isWhole = 'isWhole' in broken && broken.isWhole;
    console.log(`  throughput ${Math.round(share * 100)} % of the bare server's (at least ${LEAST_SHARE * 100} %)`);
    console.log(`  broken off five times: ${isWhole ? 'byte for byte the same' : 'DIFFERENT'}`);
    if (share < LEAST_SHARE || !isWhole) process.exitCode = 1;
    client.kill(); // or its open lines keep the server
    await app.close();
  });
} finally {
  client.kill();
  bare.closeAllConnections();
  bare.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(); // the server's hashing thread may still be there
