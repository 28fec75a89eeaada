import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch } from '../../../testing/scripted-fetch.ts';
import { AuditFilters } from './AuditFilters.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

test('[B297] the filters of the trail are folded until they are asked for; what is in force stands beside them and is taken off by a press', async () => {
  const asked: object[] = [];
  scriptFetch({});
  openScreen(
    () => <AuditFilters search={{ action: 'login', from: '2026-09-18' }} answer={undefined} error={null} onSearch={(search) => asked.push(search)} />,
    {
      address: '/audit',
      rights: ['audit:view'],
    },
  );
  const filters = await screen.findByRole('button', { name: 'Filters' });
  expect(filters.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();
  await userEvent.click(filters);
  expect(screen.getByRole('group', { name: 'Filters' })).toBeDefined();
  expect(filters.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: /login/ }));
  expect(asked).toEqual([{ from: '2026-09-18' }]);
});
