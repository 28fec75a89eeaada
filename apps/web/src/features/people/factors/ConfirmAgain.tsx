import type { authConfirm, authConfirmWays } from '@classwright/contract/people/sign-in/factors';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { configStore } from '../../../base/config.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { PasswordField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { FactorFields, type Shown } from './FactorFields.tsx';

/** Asks the signed-in person to confirm who they are, over the current page. The call that needed it is repeated after that. */
export function ConfirmAgain({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const loaded = useQuery({
    queryKey: ['confirm-ways'],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api<typeof authConfirmWays>('POST', '/auth/confirm/ways', { signal }),
  });
  const byFactor = (ticket: string) => async (shown: Shown) => {
    await api<typeof authConfirm>('POST', '/auth/confirm', { body: { ticket, ...shown } }).catch((error: unknown) => {
      if (isApiError(error, 'FACTOR_STEP_OVER')) void loaded.refetch();
      throw error;
    });
    answer(true);
  };
  return (
    <Dialog opened persistent onClose={() => answer(false)} title={t('confirm.title')} width={420}>
      <Stack gap={16}>
        <Text tone="dimmed">{t('confirm.hint')}</Text>
        {loaded.error && !loaded.data ? (
          <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
        ) : !loaded.data ? (
          <SkeletonText lines={2} />
        ) : loaded.data.ticket !== null ? (
          <FactorFields needed={loaded.data} submit={byFactor(loaded.data.ticket)} title={t('confirm.title')} />
        ) : loaded.data.ways.includes('password') ? (
          <ByPassword answer={answer} />
        ) : (
          <p>{t('confirm.noWay')}</p>
        )}
        <Button variant="subtle" size="l" wide onClick={() => answer(false)}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </Dialog>
  );
}

function ByPassword({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const { email } = useUser();
  // everybody knows the passwords of the demo school
  const [password, setPassword] = useState(() => configStore.get()?.demo.find((person) => person.email === email)?.password ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setFault(password === '' ? t('signIn.passwordRequired') : null);
    setError(null);
    if (password === '') return field.current?.focus();
    setPending(true);
    try {
      await api<typeof authConfirm>('POST', '/auth/confirm', { body: { password } });
      answer(true);
    } catch (failure) {
      if (isApiError(failure, 'VALIDATION_FAILED')) setFault(Object.values(failure.errors).flat().join(' '));
      else setError(failure);
      setPending(false);
      field.current?.focus();
      field.current?.select();
    }
  };
  return (
    <Stack as="form" gap={16} onSubmit={(event: FormEvent) => void submit(event)} noValidate aria-label={t('confirm.title')}>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={field}
        data-autofocus
        label={t('signIn.password')}
        size="l"
        name="password"
        autoComplete="current-password"
        value={password}
        error={fault ?? undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          setFault(null);
        }}
      />
      <Button type="submit" variant="filled" size="l" wide pending={pending}>
        {t('confirm.submit')}
      </Button>
    </Stack>
  );
}
