import type { lessonCodeNames, SeatNameView } from '@classwright/contract/lesson/seats/calls';
import { useEffect, useState } from 'react';
import { ask } from '../../lesson/ask.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { classes } from '../../ui/plain/classes.ts';
import { errorText } from '../../ui/plain/error-text.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';
import styles from './SeatCard.module.css';

/** The pause after the last typed letter, so that a word costs one call. */
const PAUSE_MS = 150;

/** A field for one's own name, and the students whose names begin like that. */
export function NameChoice({ code, pending, onChoose }: { code: string; pending: boolean; onChoose: (student: SeatNameView) => void }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<{ for: string; students: readonly SeatNameView[]; has_more: boolean } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const asked = typed.trim();
  useEffect(() => {
    setProblem(null);
    if (asked === '') return setFound(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      ask<typeof lessonCodeNames>('POST', '/lesson-code/names', { token: null, body: { code, typed: asked } })
        .then((answer) => isCurrent && setFound({ ...answer, for: asked }))
        .catch((error: unknown) => isCurrent && setProblem(error));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [asked, code]);
  const students = found?.students ?? [];
  const hasEqual = new Set(students.map(({ name }) => name)).size < students.length;
  const isNobody = found?.for === asked && students.length === 0 && [...asked].length >= 3;
  return (
    <>
      <TextField
        size="l"
        label={t('seats.page.name')}
        description={t('seats.page.nameHint')}
        value={typed}
        error={problem === null ? undefined : errorText(problem)}
        autoFocus
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && students.length === 1 && students[0]) onChoose(students[0]);
        }}
      />
      <Stack as="ul" gap={8} aria-label={t('seats.page.names')}>
        {numberEqualNames(students).map(({ student, label }) => (
          <li key={student.id}>
            <Button size="l" wide disabled={pending} className={classes(styles.name, student.is_here && styles.here)} onClick={() => onChoose(student)}>
              <span dir="auto">{label}</span>
              {student.is_here && <small>{t('seats.page.here')}</small>}
            </Button>
          </li>
        ))}
      </Stack>
      <Text role="status" size={13} tone="dimmed">
        {isNobody && t('seats.page.noName')}
        {found?.has_more && t('seats.page.moreNames')} {hasEqual && t('seats.page.sameName')}
      </Text>
    </>
  );
}

/** Returns the students as the list shows them: equal names have a number, always in the same order. */
function numberEqualNames(students: readonly SeatNameView[]): { student: SeatNameView; label: string }[] {
  return students.map((student) => {
    const equal = students.filter(({ name }) => name === student.name);
    return { student, label: equal.length === 1 ? student.name : `${student.name} (${equal.indexOf(student) + 1})` };
  });
}
