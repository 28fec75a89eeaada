import { cleanup, configure } from '@testing-library/react';
import { afterAll } from 'vitest';

/**
 * A busy machine is no fault, so a wait may take twenty seconds. Every dom test loads this file (vitest.config.ts).
 */
configure({ asyncUtilTimeout: 20_000 });

/** Removes what a file's last test left on the page before the page closes. A remaining timer would find no window. */
afterAll(cleanup);
