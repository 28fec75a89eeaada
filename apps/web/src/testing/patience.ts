import { configure } from '@testing-library/react';

/** A busy machine is no fault: what is awaited may take twenty seconds. Every dom test begins with it (vitest.config.ts). */
configure({ asyncUtilTimeout: 20_000 });
