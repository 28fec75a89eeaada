import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** A busy machine is no fault: what is awaited may take ten seconds, a test thirty. Import for its effect. */
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });
