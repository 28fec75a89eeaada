import { cleanup, configure } from '@testing-library/react';
import { afterAll } from 'vitest';

/** A busy machine is no fault: what is awaited may take twenty seconds. Every dom test begins with it (vitest.config.ts). */
configure({ asyncUtilTimeout: 20_000 });

/** What a file's last test left on the page goes before the page does: a timer of it would find no window. */
afterAll(cleanup);
