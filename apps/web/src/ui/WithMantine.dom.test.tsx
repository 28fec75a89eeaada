import { Button, Paper, useMantineColorScheme } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseColorMode } from '../base/color-mode.ts';
import { WithMantine } from './WithMantine.tsx';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined })));
afterEach(() => {
  cleanup();
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
  vi.unstubAllGlobals();
});

function Scheme() {
  return <output>{useMantineColorScheme().colorScheme}</output>;
}

test('a screen with Mantine writes no style element, which the content security policy would refuse', () => {
  render(
    <WithMantine>
      <Paper>
        <Button size="md">Save</Button>
      </Paper>
    </WithMantine>,
  );
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  expect(document.querySelectorAll('style')).toHaveLength(0);
});

test('Mantine follows the colour mode of the page and leaves it alone', async () => {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  render(
    <WithMantine>
      <Scheme />
    </WithMantine>,
  );
  expect(screen.getByText('dark')).toBeTruthy();
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  await act(async () => {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    chooseColorMode('light');
    await Promise.resolve();
  });
  expect(screen.getByText('light')).toBeTruthy();
});
