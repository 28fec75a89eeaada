import type { BriefResult } from '@classwright/contract/core/endpoint';
import type { ConnectionView, syncStatus } from '@classwright/contract/connections/sync/connections';
import { useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import type { Hue } from '../../../../base/hue.ts';
import { SelectField, SwitchField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Panel } from '../../../../ui/plain/Card.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconCircleDashed, IconSettings } from '../../../../ui/plain/icons.ts';
import { disconnect, saveSettings, SYNC } from '../calls.ts';
import { ConnectButton } from '../connect/ConnectButton.tsx';
import { t } from '../../../../base/t.ts';
import styles from './page.module.css';

type Status = BriefResult<typeof syncStatus>;

const LOOKS: Readonly<Record<Status['standing'], { hue: Hue; icon: IconComponent }>> = {
  not_set_up: { hue: 'gray', icon: IconSettings },
  not_connected: { hue: 'gray', icon: IconCircleDashed },
  ok: { hue: 'green', icon: IconCircleCheck },
  withdrawn: { hue: 'amber', icon: IconAlertTriangle },
  scope_missing: { hue: 'amber', icon: IconAlertTriangle },
  blocked: { hue: 'red', icon: IconBan },
};
const SCHEDULES = ['off', 'hourly', 'nightly'] as const;

/**
 * Shows whether this person can reach Google Classroom and what to do if not, the existing connections, and the
 * schedule of automatic runs.
 */
export function Standing({ status }: { status: Status }) {
  const { standing, explanation, can_connect, connections, schedule, can_schedule, makes_classes, arrival, can_hear_more } = status;
  const [leaving, setLeaving] = useState<ConnectionView | null>(null);
  const take = async ({ id }: ConnectionView) => {
    const { message } = await disconnect(id);
    await queryClient.invalidateQueries({ queryKey: [SYNC] });
    showSnack(message);
  };
  return (
    <Panel
      title={<Chip {...LOOKS[standing]}>{t(`syncPage.standing.${standing}`)}</Chip>}
      side={
        can_connect &&
        standing !== 'ok' && <ConnectButton to="/sync">{t(standing === 'not_connected' ? 'syncPage.connect' : 'syncPage.connectAgain')}</ConnectButton>
      }
      aria-label={t('syncPage.connections')}
      className={styles.standing}
    >
      <div className={styles.inside}>
        {explanation !== null && <p>{explanation}</p>}
        {arrival !== null && <p>{arrival}</p>}
        {can_hear_more && standing === 'ok' && (
          <p>
            <ConnectButton to="/sync">{t('syncPage.hearMore')}</ConnectButton>
          </p>
        )}
        {connections.length > 0 && (
          <ul className={styles.connections} aria-label={t('syncPage.connections')}>
            {connections.map((connection) => (
              <Connection key={connection.id} connection={connection} onDisconnect={() => setLeaving(connection)} />
            ))}
          </ul>
        )}
        {can_schedule && schedule !== null && <Schedule schedule={schedule} makesClasses={makes_classes} />}
      </div>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('syncPage.disconnectAsk', { email: leaving?.email ?? '' })}
        confirmLabel={t('syncPage.disconnect')}
        cancelLabel={t('common.cancel')}
        danger
        width={500}
        onConfirm={() => leaving && take(leaving)}
      >
        {t('syncPage.disconnectAbout')}
      </ConfirmDialog>
    </Panel>
  );
}

function Connection({ connection, onDisconnect }: { connection: ConnectionView; onDisconnect: () => void }) {
  const { state, email, is_own, account_name, problem, last_ok_at } = connection;
  return (
    <li>
      <div className={styles.stack}>
        <b dir="auto">{is_own ? t('syncPage.ownConnection', { email }) : t('syncPage.connectionOf', { name: account_name, email })}</b>
        {state !== 'ok' && (
          <span>
            <Chip {...LOOKS[state]}>{t(`syncPage.standing.${state}`)}</Chip>
          </span>
        )}
        <small>{problem ?? (last_ok_at === null ? t('syncPage.neverOk') : t('syncPage.lastOk', { time: momentOf(last_ok_at) }))}</small>
      </div>
      <Button size="s" onClick={onDisconnect} aria-label={t('syncPage.disconnectOf', { email })}>
        {t('syncPage.disconnect')}
      </Button>
    </li>
  );
}

interface Settings {
  schedule: (typeof SCHEDULES)[number];
  makesClasses: boolean;
}

function Schedule(settings: Settings) {
  const [chosen, setChosen] = useState<Settings | null>(null);
  const save = async (change: Partial<Settings>) => {
    const { schedule, makesClasses } = { ...settings, ...change };
    setChosen({ schedule, makesClasses });
    try {
      const { message } = await saveSettings({ schedule, makes_classes: makesClasses });
      showSnack(message);
      await queryClient.invalidateQueries({ queryKey: [SYNC, 'status'] });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      // The server now has the saved value.
      setChosen(null);
    }
  };
  const { schedule, makesClasses } = chosen ?? settings;
  return (
    <>
      <SelectField
        label={t('syncPage.schedule')}
        value={schedule}
        aria-busy={chosen !== null}
        onChange={({ target }) => void save({ schedule: SCHEDULES.find((one) => one === target.value) ?? 'off' })}
        options={SCHEDULES.map((one) => ({ value: one, label: t(`syncPage.schedule.${one}`) }))}
      />
      {schedule !== 'off' && <SwitchField label={t('syncPage.makesClasses')} checked={makesClasses} onChange={(on) => void save({ makesClasses: on })} />}
    </>
  );
}
