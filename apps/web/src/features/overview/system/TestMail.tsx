import type { MailRefusal } from '@classwright/contract/overview/system/lights';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../../base/query-client.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconAlertTriangle, IconCircleCheck, IconMail } from '../../../ui/plain/icons.ts';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { sendTestMail, SYSTEM_KEY } from './calls.ts';

/** Sends an email to oneself, and says whether the mail server took it. */
export function TestMail() {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: sendTestMail,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SYSTEM_KEY }),
  });
  return (
    <Stack gap={12} align="start">
      <Button icon={IconMail} pending={isPending} onClick={() => mutate()}>
        {t('system.testMail')}
      </Button>
      {!isPending && error && <Notice>{errorText(error)}</Notice>}
      {!isPending && data && <Result refusal={data.refusal} />}
    </Stack>
  );
}

function Result({ refusal }: { refusal: MailRefusal | null }) {
  if (refusal === null)
    return (
      <Notice hue="green" icon={IconCircleCheck}>
        {t('system.testMail.taken')}
      </Notice>
    );
  return (
    <Notice hue="amber" icon={IconAlertTriangle} assertive>
      {t(`system.testMail.${refusal}`)}
    </Notice>
  );
}
