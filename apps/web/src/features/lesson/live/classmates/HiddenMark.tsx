import type { liveUnhide } from '@classwright/contract/lesson/live/classmates';
import type { HiddenView } from '@classwright/contract/lesson/live/views';
import { useState } from 'react';
import { api } from '../../../../base/api.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { t } from '../../../../base/t.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconEyeOff } from '../../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { useLive } from '../use-live.ts';
import type { TextPlace } from './place.ts';

/** Says that a text is hidden from the class and why, or what it was before its author rewrote it. */
export function HiddenMark({ hidden, place }: { hidden: HiddenView; place: TextPlace }) {
  const { lesson } = useLive();
  const [isPending, setPending] = useState(false);
  const show = async () => {
    setPending(true);
    try {
      await api<typeof liveUnhide>('POST', '/live/learning/unhide', { body: { ...place } });
      showSnack(t('teach.hide.undone'));
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
    }
    lesson.reload('feed');
    setPending(false);
  };
  return (
    <Stack gap={4} size={13} tone="dimmed" below={4}>
      {hidden.is_hidden && (
        <Row gap={8} wrap>
          <IconEyeOff size={16} />
          <span>
            {t('teach.hide.by', { name: hidden.hidden_by })}. {t(`live.hidden.${hidden.reason}.why`)}
          </span>
          <Button size="s" pending={isPending} onClick={() => void show()}>
            {t('teach.hide.undo')}
          </Button>
        </Row>
      )}
      {hidden.original !== null && (
        <Text breaks>
          {t('teach.hide.rewritten')} <s>{hidden.original}</s>
        </Text>
      )}
    </Stack>
  );
}
