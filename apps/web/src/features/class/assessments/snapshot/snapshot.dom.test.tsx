import '../../../../testing/patience.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { scriptFetch } from '../../../../testing/scripted-fetch.ts';
import { SnapshotScreen } from './SnapshotScreen.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

test.each(['', '?id=', '?id=five', '?assessment_id=5'])(
  '[B230] an address that names no assessment (%s) is no page: nothing is asked for, and a way leads Home',
  async (search) => {
    const calls = scriptFetch({});
    openScreen(() => <SnapshotScreen />, { address: `/assessment-snapshot${search}` });
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(screen.getByRole('link', { name: 'Go to Home' })).toBeTruthy();
    expect(calls.filter(({ path }) => path.startsWith('/assessments'))).toEqual([]);
  },
);
