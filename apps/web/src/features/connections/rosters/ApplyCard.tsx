import { useState } from 'react';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { useUser } from '../../../base/use-user.ts';
import { isApiError } from '../../../base/api.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { applyRoster, type Roster, teachers } from './calls.ts';
import styles from './rosters.module.css';
import { t } from '../../../base/t.ts';

/** Asks for the required confirmations before a roster is applied. */
export function ApplyCard({ roster, onBegun }: { roster: Roster; onBegun: (answer: { import: Roster; message: string }) => Promise<void> }) {
  const { rights } = useUser();
  const { counts, many_ends: manyEnds } = roster;
  const errors = Object.values(counts).reduce((sum, { error }) => sum + error, 0);
  const people = (counts.person?.new ?? 0) + (counts.guardian?.new ?? 0);
  const waiting = counts.class?.waits ?? 0;
  const mayMake = rights.includes('accounts:create');
  const [makes, setMakes] = useState(mayMake);
  const [isPartial, setPartial] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  const [teacher, setTeacher] = useState<readonly Choice[]>([]);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ownFault = isApiError(error) ? error.errors['teacher_for_classes_without']?.[0] : undefined;
  const begin = async () => {
    setPending(true);
    setError(null);
    try {
      const body = { mode: isPartial ? ('partial' as const) : ('whole' as const), create_accounts: makes && people > 0, confirm_many_ends: isConfirmed };
      await onBegun(await applyRoster(roster.id, { ...body, teacher_for_classes_without: teacher[0]?.id ?? null }));
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  const undecided = roster.meetings?.undecided ?? 0;
  return (
    <Card className={styles.apply}>
      {undecided > 0 && (
        <Notice hue="amber" assertive={false}>
          {t('rosters.undecidedLeft', { count: undecided })}
        </Notice>
      )}
      {manyEnds.length > 0 && (
        <Notice hue="amber" assertive={false}>
          <strong>{t('rosters.manyEnds')}</strong>
          <ul>
            {manyEnds.slice(0, 10).map(({ name, ending, current }) => (
              <li key={`${name} ${ending}`}>{t('rosters.manyEndsOf', { name, ending, current })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {people > 0 && mayMake && (
        <CheckField
          label={`${t('rosters.createAccounts', { count: people })}. ${t('rosters.createAccountsHint')}`}
          checked={makes}
          onChange={({ target }) => setMakes(target.checked)}
        />
      )}
      {waiting > 0 && (
        <ChoiceField
          label={t('rosters.teacher', { count: waiting })}
          description={t('rosters.teacherHint')}
          error={ownFault}
          value={teacher}
          onChange={setTeacher}
          source={teachers}
        />
      )}
      {errors > 0 && (
        <CheckField label={`${t('rosters.partial')}. ${t('rosters.partialHint')}`} checked={isPartial} onChange={({ target }) => setPartial(target.checked)} />
      )}
      {manyEnds.length > 0 && (
        <CheckField
          label={`${t('rosters.confirmEnds')}. ${t('rosters.confirmEndsHint')}`}
          checked={isConfirmed}
          onChange={({ target }) => setConfirmed(target.checked)}
        />
      )}
      {error !== null && ownFault === undefined && <Notice>{errorText(error)}</Notice>}
      <span>
        <Button variant="filled" pending={isPending} onClick={() => void begin()}>
          {isPending ? t('rosters.applying') : t('rosters.apply')}
        </Button>
      </span>
    </Card>
  );
}
