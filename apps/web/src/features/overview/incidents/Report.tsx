import { dayOf, dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { Paper } from '../../../ui/print/PrintHead.tsx';
import type { Detail, Numbers } from './calls.ts';
import { CountTable } from './CountTable.tsx';
import { momentWords, readerFacts, readerName, spanWords } from './words.ts';

/** The report of an incident, as it is printed: everything but the names of the people whose data it was. */
export function Report({ detail, numbers }: { detail: Detail; numbers: Numbers }) {
  const { incident, subjects, steps, readings_days: days, readings_since: since } = detail;
  const zone = incident.time_zone;
  const someone = t('incidents.someone');
  const doneWords = (done: string | null): string => (done === null ? t('incidents.notDone') : t('incidents.clock.done', { date: momentWords(done, zone) }));
  return (
    <Paper>
      <h1>{t('incidents.report', { school: incident.school })}</h1>
      <p>{t('print.on', { date: dayOf(Date.now()) })}</p>
      <p>{incident.title}</p>
      <p>
        {t('incidents.noticed')}: {momentWords(incident.noticed_at, zone)}. {t('incidents.span')}: {spanWords(incident)}.
      </p>
      <p>{t('incidents.openedBy', { date: momentWords(incident.opened_at, zone), name: incident.opened_by ?? someone })}</p>
      {incident.closed_at !== null && <p>{t('incidents.closedBy', { date: momentWords(incident.closed_at, zone), name: incident.closed_by ?? someone })}</p>}
      <h2>{t('incidents.clocks')}</h2>
      <ul>
        <li>
          {t('incidents.clock.authority')}: {t('incidents.clock.due', { date: momentWords(incident.authority_due_at, zone) })}.{' '}
          {doneWords(incident.authority_done_at)}
        </li>
        <li>
          {t('incidents.clock.families')}: {t('incidents.clock.due', { date: momentWords(incident.families_due_at, zone) })}.{' '}
          {doneWords(incident.families_done_at)}
        </li>
      </ul>
      <h2>{t('incidents.readers')}</h2>
      <ul>
        {subjects.map((subject) => (
          <li key={subject.id}>
            {readerName(subject)}: {readerFacts(subject, zone).join(', ')}
          </li>
        ))}
      </ul>
      <h2>{t('incidents.read')}</h2>
      <p>{t('incidents.readAbout')}</p>
      {incident.from < since && <p>{t('incidents.kept', { days, date: dayOn(since) })}</p>}
      <CountTable counts={numbers.read} timeZone={zone} />
      <h2>{t('incidents.reachable')}</h2>
      <p>{t('incidents.reachableAbout')}</p>
      <CountTable counts={numbers.reachable} timeZone={zone} />
      <h2>{t('incidents.changes')}</h2>
      {numbers.changes.length === 0 && <p>{t('incidents.changesNone')}</p>}
      <ul>
        {numbers.changes.map(({ account_id, name, count }) => (
          <li key={account_id}>{t('incidents.changesOf', { name, count })}</li>
        ))}
      </ul>
      <h2>{t('incidents.log')}</h2>
      <ol>
        {steps.map(({ key, kind, at, who, words }) => (
          <li key={key}>
            {momentWords(at, zone)}, {who ?? someone}: {t(`incidents.step.${kind}`)}. {words}
          </li>
        ))}
      </ol>
    </Paper>
  );
}
