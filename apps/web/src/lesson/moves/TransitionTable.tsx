import type { Form } from '@classwright/contract/lesson/live/forms';
import { Letter } from '../../ui/plain/Letter.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { t } from '../../base/t.ts';
import styles from './TransitionTable.module.css';
import { type Flow, moveName } from './transitions.ts';

/** The moves between two forms as numbers. */
export function TransitionTable({ flows, from, to }: { flows: readonly Flow[]; from: Form; to: Form }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('teach.moved.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('teach.from', { form: from })}</th>
          <th scope="col">{t('teach.to', { form: to })}</th>
          <th scope="col">{t('teach.movement')}</th>
          <th scope="col">{t('teach.people')}</th>
        </tr>
      </thead>
      <tbody>
        {flows.map((flow) => (
          <tr key={`${flow.from.id} ${flow.to.id}`}>
            <td>
              <Letter letter={flow.from.letter} size="s" /> <MathText text={flow.from.text} />
            </td>
            <td>
              <Letter letter={flow.to.letter} size="s" /> <MathText text={flow.to.text} />
            </td>
            <td>{moveName(flow.move)}</td>
            <td>{flow.count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
