import type { wallChoose, WallDeviceView, wallDisconnect, wallList, wallPair } from '@classwright/contract/lesson/live/wall';
import { useEffect, useState } from 'react';
import { api, isApiError } from '../../../../../base/api.ts';
import { timeOf } from '../../../../../base/dates.ts';
import { showSnack } from '../../../../../base/snackbar.ts';
import { t } from '../../../../../base/t.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../../ui/plain/error-text.ts';
import { TextField } from '../../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../../ui/plain/FormDialog.tsx';
import { Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { isReachable } from '../../join-address.ts';
import { useLive } from '../../use-live.ts';

/** Connects a screen by its code, and lists the screens that the teacher has connected. */
export function WallsDialog({ onClose }: { onClose: () => void }) {
  const { assessmentId } = useLive().lesson;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [walls, setWalls] = useState<readonly WallDeviceView[] | null>(null);
  const load = () => api<typeof wallList>('GET', '/live/walls').then((answer) => setWalls(answer.walls), said);
  useEffect(() => void load(), []);

  const connect = async () => {
    setError(undefined);
    try {
      const { message } = await api<typeof wallPair>('POST', '/live/walls', { body: { code, assessment_id: assessmentId } });
      showSnack(message);
      return true;
    } catch (problem) {
      setError((isApiError(problem) && problem.errors['code']?.[0]) || errorText(problem));
      return false;
    }
  };
  const change = (work: () => Promise<unknown>) => void work().then(load, said);

  return (
    <FormDialog opened onClose={onClose} title={t('walls.title')} onSubmit={connect} submitLabel={t('walls.connect')} width={520}>
      <Text tone="dimmed">
        {t('walls.how', { address: `${location.host}/wall` })} {!isReachable() && t('walls.onlyHere')}
      </Text>
      <TextField
        label={t('walls.code')}
        value={code}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={12}
        dir="ltr"
        onChange={(event) => setCode(event.target.value.toUpperCase())}
      />
      <Stack as="section" gap={8} aria-label={t('walls.own')}>
        <Text as="h3" size={14} weight={600}>
          {t('walls.own')}
        </Text>
        {walls?.length === 0 && <Text tone="dimmed">{t('walls.none')}</Text>}
        {walls && walls.length > 0 && (
          <Stack as="ul" gap={8}>
            {walls.map((wall) => (
              <Row as="li" key={wall.id} gap={8} wrap justify="between">
                <span>
                  {t('walls.one', { time: timeOf(wall.paired_at) })}
                  <Text as="span" size={13} tone="dimmed">
                    {' · '}
                    {wall.last_seen_at ? t('walls.seen', { time: timeOf(wall.last_seen_at) }) : t('walls.notSeen')}
                  </Text>
                </span>
                <Row as="span" gap={8}>
                  {wall.assessment_id === assessmentId ? (
                    <Text as="span" size={13} tone="dimmed">
                      {t('walls.showsThis')}
                    </Text>
                  ) : (
                    <Button
                      size="s"
                      onClick={() =>
                        change(() => api<typeof wallChoose>('PUT', '/live/walls/:id', { params: { id: wall.id }, body: { assessment_id: assessmentId } }))
                      }
                    >
                      {t('walls.showThis')}
                    </Button>
                  )}
                  <Button
                    size="s"
                    variant="danger"
                    onClick={() => change(() => api<typeof wallDisconnect>('DELETE', '/live/walls/:id', { params: { id: wall.id } }))}
                  >
                    {t('walls.disconnect')}
                  </Button>
                </Row>
              </Row>
            ))}
          </Stack>
        )}
      </Stack>
    </FormDialog>
  );
}

const said = (problem: unknown): void => showSnack(errorText(problem), { color: 'red' });
