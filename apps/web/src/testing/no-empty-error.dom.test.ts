import { expect, test } from 'vitest';
import { ApiError } from '../base/api.ts';
import { errorText } from '../ui/plain/error-text.ts';

test.fails.each([null, undefined])('[B2973] a test in which the error %s is described fails', (error) => {
  expect(errorText(error)).not.toBe('');
});

test('[B2973] one in which a failure is described does not', () => {
  expect(errorText(new ApiError('NETWORK', { status: 0 }))).not.toBe('');
  expect(errorText(new Error('anything'))).not.toBe('');
});
