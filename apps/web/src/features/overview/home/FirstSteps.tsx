import type { FirstStep, settingsFirstSteps } from '@classwright/contract/class/settings/calls';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { choosePreferences, usePreferences } from '../../../base/preferences.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { IconArrowRight, IconCircle, IconCircleCheckFilled, IconClipboardList } from '../../../ui/plain/icons.ts';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import styles from './FirstSteps.module.css';

/** The page on which each step is done. */
const WAYS = {
  school: { to: '/schools' },
  levels: { to: '/levels' },
  periods: { to: '/periods' },
  subjects: { to: '/question-subjects' },
  people: { to: '/accounts', search: { import: true } },
  sign_in: { to: '/accounts', search: { has_password: false } },
  questions: { to: '/questions' },
} as const satisfies Readonly<Record<FirstStep, LinkProps>>;

/**
 * Lists a new school's first steps and their progress. Shows nothing when all are done, and a line to restore it when
 * dismissed.
 */
export function FirstSteps() {
  const { preferences } = usePreferences();
  const { data, isPending } = useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => api<typeof settingsFirstSteps>('GET', '/settings/first-steps', { signal }),
    refetchOnMount: 'always',
  });
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  // The pressed button is gone, so the undo button gets the focus.
  useEffect(() => {
    if (pressed.current) button.current?.focus();
    pressed.current = false;
  }, [preferences.first_steps]);
  if (isPending) return <LoadingPlaceholder />;
  const steps = data?.steps ?? [];
  const done = steps.filter(({ is_done }) => is_done).length;
  if (done === steps.length) return null;
  const turn = (first_steps: boolean) => {
    pressed.current = true;
    choosePreferences({ first_steps });
  };
  if (!preferences.first_steps)
    return (
      <span className={styles.away}>
        <Button ref={button} size="s" variant="subtle" icon={IconClipboardList} onClick={() => turn(true)}>
          {t('firstSteps.show', { done, total: steps.length })}
        </Button>
      </span>
    );
  return (
    <Panel
      className={styles.card}
      aria-label={t('firstSteps.title')}
      title={
        <>
          {t('firstSteps.title')} <small>{t('firstSteps.count', { done, total: steps.length })}</small>
        </>
      }
      side={
        <Button ref={button} size="s" variant="subtle" title={t('firstSteps.hideHint')} onClick={() => turn(false)}>
          {t('firstSteps.hide')}
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ step, is_done }) => (
          <li key={step} data-done={is_done || undefined}>
            {is_done ? <IconCircleCheckFilled size={22} /> : <IconCircle size={22} />}
            <span>
              <Link {...WAYS[step]}>{t(`firstSteps.${step}`)}</Link>
              <span className="visually-hidden">, {t(is_done ? 'firstSteps.done' : 'firstSteps.open')}</span>
              {!is_done && <small>{t(`firstSteps.${step}Hint`)}</small>}
            </span>
            {!is_done && <IconArrowRight size={18} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
