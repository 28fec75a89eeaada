import { FORMS } from '@classwright/contract/lesson/live/forms';
import { bandOf } from '@classwright/rules/results/gain';
import { formatFixed } from '@classwright/rules/round';
import { MOVES } from '@classwright/rules/live/figures/moves';
import { Fragment } from 'react';
import { dayOf } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { t } from '../../../base/t.ts';
import { groupName, notAskedText, participationText } from './group-words.ts';
import { certaintyText } from '../../../ui/moves/gain-words.ts';
import { moveName } from '../../moves/transitions.ts';
import { groupStudents, isAsked, reportOf, type Snapshot } from './model.ts';
import styles from './snapshot.module.css';

/** The snapshot as a printed page of text and numbers, without color. It is visible only in print. */
export function Sheet({ snapshot }: { snapshot: Snapshot }) {
  const { details, session, took_part, moves, branches, incomplete, gain } = snapshot;
  return (
    <div className={styles.paper} aria-hidden>
      <h1>{details.title}</h1>
      <p>{inOneLine([details.class_name, details.teacher_name, dayOf(session.started_at), participationText(took_part)])}</p>
      <p>
        {FORMS.map((form) => {
          const { answered, right } = reportOf(snapshot, form);
          return `${form}: ${isAsked(snapshot, form) ? t('snapshot.rightAnswers', { right, answered }) : notAskedText(snapshot)}`;
        }).join(' · ')}
      </p>
      {moves && (
        <p>
          {MOVES.map((move) => `${moveName(move)}: ${moves[move]}`).join(' · ')}
          {gain && ` · ${t('gain.where', { gain: formatFixed(gain.value, 2), band: t(`gain.${bandOf(gain.value)}`) })}. `}
          {gain && certaintyText(moves)}
        </p>
      )}
      {branches && (
        <p>
          {t('snapshot.branches')}:{' '}
          {branches
            .map(
              ({ first, second, transfer, account_ids }) => `${[first, second, transfer].map((right) => (right ? '✓' : '✗')).join('')} ${account_ids.length}`,
            )
            .join(' · ')}{' '}
          · {t('snapshot.incomplete')} {incomplete?.length ?? 0}
        </p>
      )}
      {groupStudents(snapshot).map(({ group, students }) => (
        <p key={group}>
          <b>
            {groupName(group, snapshot)} ({students.length}):
          </b>{' '}
          {students.map(({ account_id, name, chosen }, index) => (
            <Fragment key={account_id}>
              {index > 0 && ', '}
              <bdi>{name}</bdi>
              {group !== 'absent' && (
                <>
                  {' '}
                  <bdi className={styles.letters}>({chosen.map((one) => one?.letter ?? '–').join(' ')})</bdi>
                </>
              )}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  );
}
