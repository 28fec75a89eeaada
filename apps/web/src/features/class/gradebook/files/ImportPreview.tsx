import { GRADE_CONFLICT_CHOICES, type GradeConflictChoice } from '@classwright/contract/class/gradebook/files-limits';
import type { GradeFileProblem, GradeImportView } from '@classwright/contract/class/gradebook/files';
import { type ReactNode, useId, useState } from 'react';
import { dayOf, timeOf } from '../../../../base/dates.ts';
import { Segments } from '../../../../ui/form/index.ts';
import { FileNotice } from '../../../../ui/import/FileNotice.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { CheckField } from '../../../../ui/plain/Field.tsx';
import { IconInfoCircle } from '../../../../ui/plain/icons.ts';
import { Grid, Text } from '../../../../ui/plain/layout/layout.tsx';
import { pointsText } from '../numbers.ts';
import styles from './files.module.css';
import { t } from '../../../../base/t.ts';

interface ImportPreviewProps {
  preview: GradeImportView;
  partial: boolean;
  onPartial: (partial: boolean) => void;
  conflicts: GradeConflictChoice;
  onConflicts: (choice: GradeConflictChoice) => void;
}

type Value = number | 'EX' | null;
const AT_FIRST = 20;
const CHOICE_WORDS = { keep: 'gradeImport.keep', changed: 'gradeImport.changed', all: 'gradeImport.takeAll' } as const;

/**
 * Shows the effect of a file of grades: first the errors, then what others changed since, then every change from old to
 * new.
 */
export function ImportPreview({ preview, partial, onPartial, conflicts, onConflicts }: ImportPreviewProps) {
  const { file_name, message, as_of, changes, change_count, words, problems, problem_count, conflict_count } = preview;
  const isGood = problem_count === 0 && conflict_count === 0;
  return (
    <>
      <FileNotice hue={isGood ? 'green' : 'amber'} fileName={file_name}>
        {message}
        <br />
        <small>{as_of ? t('gradeImport.asOf', { day: dayOf(as_of), time: timeOf(as_of) }) : t('gradeImport.noAsOf')}</small>
      </FileNotice>
      {words.length > 0 && (
        <Grid as="ul" gap={4} breaks>
          {words.map(({ word, means, count }) => (
            <li key={word}>{t(`gradeImport.word.${means}`, { word, count })}</li>
          ))}
        </Grid>
      )}
      {problem_count > 0 && (
        <>
          <Part title={t('gradeImport.problems', { count: problem_count })} total={problem_count} told={problems.length}>
            {(most) => (
              <Grid as="ul" gap={4} breaks>
                {problems.slice(0, most).map((problem) => (
                  <li key={`${problem.row} ${problem.column} ${problem.code}`}>
                    <strong>{placeOf(problem)}</strong> {problem.message}
                  </li>
                ))}
              </Grid>
            )}
          </Part>
          <CheckField label={t('gradeImport.partial')} checked={partial} onChange={(event) => onPartial(event.target.checked)} />
        </>
      )}
      {conflict_count > 0 && <Conflicts preview={preview} choice={conflicts} onChoose={onConflicts} />}
      {change_count > 0 && (
        <Part title={t('gradeImport.changes')} total={change_count} told={changes.new.length}>
          {(most) => (
            <Rows heads={[t('gradeImport.student'), t('gradeImport.work'), t('gradeImport.now'), t('gradeImport.new')]}>
              {changes.new.slice(0, most).map((value, index) => (
                <tr key={`${changes.account_id[index]} ${changes.course_work_id[index]}`}>
                  <th scope="row">
                    <bdi>{changes.student[index]}</bdi>
                  </th>
                  <td>
                    <bdi>{changes.title[index]}</bdi>
                  </td>
                  <td data-align="end">{shown(changes.old[index] ?? null)}</td>
                  <td data-align="end">
                    <strong>{shown(value)}</strong>
                  </td>
                </tr>
              ))}
            </Rows>
          )}
        </Part>
      )}
    </>
  );
}

function Conflicts({ preview, choice, onChoose }: { preview: GradeImportView; choice: GradeConflictChoice; onChoose: (choice: GradeConflictChoice) => void }) {
  const { conflicts, conflict_count } = preview;
  const heads = [t('gradeImport.student'), t('gradeImport.work'), t('gradeImport.before'), t('gradeImport.now'), t('gradeImport.inFile')];
  return (
    <>
      <Part title={t('gradeImport.conflicts', { count: conflict_count })} icon={<IconInfoCircle size={18} />} total={conflict_count} told={conflicts.length}>
        {(most) => (
          <Rows heads={heads}>
            {conflicts.slice(0, most).map(({ account_id, course_work_id, student, title, before, theirs, ours, changed_by, changed_at }) => (
              <tr key={`${account_id} ${course_work_id}`}>
                <th scope="row">
                  <bdi>{student}</bdi>
                </th>
                <td>
                  <bdi>{title}</bdi>
                  {changed_by && changed_at && (
                    <small className={styles.by}>{t('gradeImport.by', { name: changed_by, day: dayOf(changed_at), time: timeOf(changed_at) })}</small>
                  )}
                </td>
                <td data-align="end">{shown(before)}</td>
                <td data-align="end">{shown(theirs)}</td>
                <td data-align="end">{shown(ours)}</td>
              </tr>
            ))}
          </Rows>
        )}
      </Part>
      <Segments
        label={t('gradeImport.conflictChoice')}
        value={choice}
        segments={GRADE_CONFLICT_CHOICES.map((value) => ({ value, label: t(CHOICE_WORDS[value]) }))}
        onChange={onChoose}
      />
    </>
  );
}

interface PartProps {
  title: string;
  icon?: ReactNode;
  /** The total number, and the number that the server listed. */
  total: number;
  told: number;
  children: (most: number) => ReactNode;
}

/** Shows the first items of many, and the others on demand. */
function Part({ title, icon, total, told, children }: PartProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  return (
    <Grid as="section" gap={8} items="start" className={styles.part} aria-labelledby={id}>
      <h3 id={id}>
        {icon}
        {title}
      </h3>
      {children(isWhole ? told : AT_FIRST)}
      {!isWhole && told > AT_FIRST && (
        <Button size="s" variant="subtle" onClick={() => setWhole(true)}>
          {t('gradeImport.showAll', { count: told })}
        </Button>
      )}
      {(isWhole || told <= AT_FIRST) && total > told && <Text tone="dimmed">{t('gradeImport.more', { count: total - told })}</Text>}
    </Grid>
  );
}

function Rows({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.rows}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" data-align={index > 1 ? 'end' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const shown = (value: Value): string => (value === null ? t('gradeImport.none') : value === 'EX' ? value : pointsText(value));

function placeOf({ row, column }: GradeFileProblem): string {
  if (row === null) return t('gradeImport.column', { column: column ?? '' });
  return column === null ? t('gradeImport.row', { row }) : t('gradeImport.cell', { column, row });
}
