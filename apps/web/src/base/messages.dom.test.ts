import { afterEach, expect, test } from 'vitest';
import type { ConfigView } from '@classwright/contract/school/config/calls';
import { configStore } from './config.ts';
import { messages } from './messages.ts';

afterEach(() => configStore.set(null));
const t = messages({ 'a.greeting': 'Hello {name}', 'a.plain': 'Plain' });

test('the school’s own words come first, as soon as they are known', () => {
  expect(t('a.greeting', { name: 'Ada' })).toBe('Hello Ada');
  configStore.set({ messages: { 'a.greeting': 'Kia ora {name}' } } as unknown as ConfigView);
  expect(t('a.greeting', { name: 'Ada' })).toBe('Kia ora Ada');
  expect(t('a.plain')).toBe('Plain');
});
