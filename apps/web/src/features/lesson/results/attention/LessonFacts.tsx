import { toReadableMath } from '@classwright/rules/rich-text/readable-math';
import type { AttentionFactView } from '@classwright/contract/lesson/results/attention';
import { fullName } from '../../../../base/full-name.ts';
import { t } from '../../../../base/t.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { letterAt } from '../../../../ui/plain/Letter.tsx';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import styles from './attention.module.css';

export type FactStudent = AttentionFactView['students'][number];

interface LessonFactsProps {
  facts: readonly AttentionFactView[];
  title: string;
  /** True when the class cannot be changed. */
  isArchived: boolean;
  onWrite: (students: readonly FactStudent[]) => void;
}

/** Lists what happened in a lesson to how many students. Each fact opens to their names, who can be written to. */
export function LessonFacts({ facts, title, isArchived, onWrite }: LessonFactsProps) {
  return (
    <section aria-labelledby="attention-facts">
      <h3 id="attention-facts" className={styles.heading} dir="auto">
        {title}
      </h3>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact.code}>
            <details>
              <summary>
                <span>{factText(fact)}</span>
              </summary>
              <Grid gap={8} items="start" className={styles.factStudents}>
                <p>
                  {fact.students.map((student) => (
                    <bdi key={student.account_id} className={styles.name}>
                      {fullName(student)}
                    </bdi>
                  ))}
                </p>
                <Button size="s" disabled={isArchived} onClick={() => onWrite(fact.students)}>
                  {t('attention.writeMany', { count: fact.students.length })}
                </Button>
              </Grid>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns a fact as text: how many of the class, and the response with which most stayed. */
function factText({ code, of, students, stayed }: AttentionFactView) {
  const said = t(`attention.fact.${code}`, { count: students.length, of });
  if (stayed === null) return said;
  return (
    <Row as="span" inline wrap gap={4}>
      {said}
      <bdi>{t('attention.stayed', { count: stayed.students, letter: letterAt(stayed.place), response: toReadableMath(stayed.title) })}</bdi>
    </Row>
  );
}
