import type { FactorNeeded } from '@classwright/contract/people/sign-in/factors';
import { useRef, useState, type FormEvent } from 'react';
import { isApiError } from '../../../base/api.ts';
import { hasPasskeys, showPasskey } from '../../../base/passkeys.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { IconShieldLock } from '../../../ui/plain/icons.ts';
import { Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';

/** A code, or a passkey's answer. */
export interface Shown {
  code?: string;
  passkey?: { id: string };
}

/** Asks for a passkey, a code of an app, or a recovery code. `submit` sends it, and throws when it is refused. */
export function FactorFields({ needed, submit, title }: { needed: Pick<FactorNeeded, 'options'>; submit: (shown: Shown) => Promise<void>; title: string }) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState<'code' | 'passkey' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { options } = needed;
  const offersPasskey = options !== null && hasPasskeys();

  const send = async (which: 'code' | 'passkey', show: () => Promise<Shown>) => {
    if (pending) return;
    setPending(which);
    setFault(null);
    setProblem(null);
    try {
      const shown = await show().catch(() => null);
      if (shown) await submit(shown);
      else setProblem(t('factors.notShown'));
    } catch (error) {
      if (isApiError(error, 'FACTOR_REFUSED') && which === 'code') setFault(errorText(error));
      else if (isApiError(error, 'VALIDATION_FAILED')) setFault(Object.values(error.errors).flat().join(' '));
      else setProblem(errorText(error));
      field.current?.focus();
      field.current?.select();
    } finally {
      setPending(null);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') return void send('code', async () => ({ code }));
    setFault(t('factors.stepCodeRequired'));
    return field.current?.focus();
  };
  return (
    <Stack as="form" gap={16} onSubmit={onSubmit} noValidate aria-label={title}>
      {problem !== null && <Notice>{problem}</Notice>}
      {offersPasskey && (
        <Button
          data-autofocus
          variant="filled"
          size="l"
          wide
          icon={IconShieldLock}
          pending={pending === 'passkey'}
          onClick={() => void send('passkey', async () => ({ passkey: await showPasskey(options as { challenge: string }) }))}
        >
          {t('factors.usePasskey')}
        </Button>
      )}
      <TextField
        ref={field}
        {...(offersPasskey ? {} : { 'data-autofocus': true, autoFocus: true })}
        label={t('factors.stepCode')}
        size="l"
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={code}
        error={fault ?? undefined}
        onChange={(event) => {
          setCode(event.target.value);
          setFault(null);
        }}
      />
      <Button type="submit" variant={offersPasskey ? 'default' : 'filled'} size="l" wide pending={pending === 'code'}>
        {t('factors.stepSubmit')}
      </Button>
      <Text size={13} tone="dimmed">
        {t('factors.lost')}
      </Text>
    </Stack>
  );
}
