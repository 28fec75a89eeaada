import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../base/api.ts';
import { LoadFailed } from './LoadFailed.tsx';

afterEach(cleanup);

test('[B216] what one may not see leads Home and offers no Retry; a lost connection does', () => {
  const refused = new ApiError('NOT_ALLOWED', { status: 403, message: 'Your role does not allow this.' });
  const { rerender } = render(<LoadFailed error={refused} onRetry={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/home');
  rerender(<LoadFailed error={new ApiError('NETWORK')} onRetry={() => undefined} />);
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
