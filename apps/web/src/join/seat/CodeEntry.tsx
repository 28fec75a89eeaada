import type { CodedLessonView, lessonCodeOpen, SeatNameView, SeatView } from '@classwright/contract/lesson/seats/calls';
import type { liveRunning } from '@classwright/contract/lesson/live/calls';
import { readCode } from '@classwright/rules/live/seats';
import { type FormEvent, useEffect, useState } from 'react';
import { studentLesson } from '../../base/addresses.ts';
import { isApiError } from '../../base/api.ts';
import { randomId } from '../../base/random-id.ts';
import { getSession } from '../../base/session.ts';
import { ask } from '../../lesson/ask.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';
import type { Seat } from './kept-seat.ts';
import { NameChoice } from './NameChoice.tsx';
import { Proof } from './Proof.tsx';
import { SeatCard } from './SeatCard.tsx';
import styles from './SeatCard.module.css';
import { takeGuestSeat, takeSeat } from './take-seat.ts';
import { WaitForSeat } from './WaitForSeat.tsx';

interface CodeEntryProps {
  code: string | null;
  onCode: (code: string | null) => void;
  onSeat: (code: string, seat: Seat) => void;
}

/** The steps from a code to a seat: the code, the name, what the school asks for, and the wait where another phone sits. */
export function CodeEntry({ code, onCode, onSeat }: CodeEntryProps) {
  const [lesson, setLesson] = useState<CodedLessonView | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [tried, setTried] = useState(0);
  useEffect(() => {
    setLesson(null);
    if (code === null) return;
    let isCurrent = true;
    ask<typeof lessonCodeOpen>('POST', '/lesson-code', { token: null, body: { code } })
      .then(async ({ lesson: found }) => {
        if (!isCurrent || (await goesBySignIn(found.assessment_id)) || !isCurrent) return;
        setProblem(null);
        setLesson(found);
      })
      .catch((error: unknown) => isCurrent && setProblem(error));
    return () => {
      isCurrent = false;
    };
  }, [code, tried]);
  if (code !== null && lesson) return <WhoAreYou code={code} lesson={lesson} onOtherCode={() => onCode(null)} onSeat={(seat) => onSeat(code, seat)} />;
  return (
    <CodeForm
      typed={code ?? ''}
      pending={code !== null && problem === null}
      problem={problem}
      onCode={(next) => {
        setProblem(null);
        setTried(tried + 1);
        onCode(next);
      }}
    />
  );
}

/** Takes a student who is signed in on this device straight to the lesson. Returns true when the page goes there. */
async function goesBySignIn(assessmentId: number): Promise<boolean> {
  if (!getSession()?.user.rights.includes('live-participation:view')) return false;
  const running = await ask<typeof liveRunning>('GET', '/live/learning/running/assessment').catch(() => null);
  if (running?.assessment_id !== assessmentId) return false;
  location.replace(studentLesson(assessmentId));
  return true;
}

function CodeForm({ typed, pending, problem, onCode }: { typed: string; pending: boolean; problem: unknown; onCode: (code: string) => void }) {
  const [value, setValue] = useState(typed);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(value);
    setFault(code === null ? t('error.LESSON_CODE_REFUSED') : undefined);
    if (code !== null) onCode(code);
  };
  return (
    <SeatCard title={t('seats.page.title')}>
      <Stack as="form" gap={16} onSubmit={submit} noValidate>
        <TextField
          className={styles.code ?? ''}
          size="l"
          label={t('seats.page.code')}
          description={t('seats.page.codeHint')}
          value={value}
          error={fault ?? (problem === null ? undefined : errorText(problem))}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          maxLength={20}
          onChange={(event) => {
            setValue(event.target.value);
            setFault(undefined);
          }}
        />
        <Button type="submit" variant="filled" size="xl" wide pending={pending}>
          {t('seats.page.next')}
        </Button>
      </Stack>
    </SeatCard>
  );
}

interface WhoProps {
  code: string;
  lesson: CodedLessonView;
  onOtherCode: () => void;
  onSeat: (seat: Seat) => void;
}

function WhoAreYou({ code, lesson, onOtherCode, onSeat }: WhoProps) {
  const [student, setStudent] = useState<SeatNameView | null>(null);
  const [request, setRequest] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const [phoneSecret, setPhoneSecret] = useState(randomId);
  const back = (why: unknown = null) => {
    setStudent(null);
    setRequest(null);
    setProblem(why);
    setPhoneSecret(randomId());
  };
  const run = async (ask: () => Promise<SeatView>): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      const seat = await ask();
      if (seat.state === 'seated') return onSeat(seat);
      setRequest(seat.request);
    } catch (error) {
      setProblem(error);
      if (isApiError(error) && !error.isTransient) setPhoneSecret(randomId()); // a refused try has ended
    } finally {
      setPending(false);
    }
  };
  const take = (of: SeatNameView, secret: string) => run(() => takeSeat({ code, student_id: of.id, secret, phone_secret: phoneSecret }));
  const choose = (of: SeatNameView) => {
    setStudent(of);
    if (lesson.asks === 'nothing') void take(of, '');
  };
  const about = t('seats.page.with', { class: lesson.class_name, teacher: lesson.teacher_name });
  if (lesson.asks === 'guest')
    return (
      <SeatCard title={t('seats.page.rehearsalTitle')}>
        <Text tone="dimmed">{about}</Text>
        <Text>{t('seats.page.rehearsal')}</Text>
        {problem !== null && <Notice>{errorText(problem)}</Notice>}
        <Button variant="filled" size="xl" wide autoFocus pending={pending} onClick={() => void run(() => takeGuestSeat(code))}>
          {t('seats.page.joinAsGuest')}
        </Button>
        <Button variant="link" onClick={onOtherCode}>
          {t('seats.page.otherCode')}
        </Button>
      </SeatCard>
    );
  if (lesson.asks === 'sign-in')
    return (
      <SeatCard title={t('seats.page.title')}>
        <Text tone="dimmed">{about}</Text>
        <Text>{t('seats.page.signInFirst')}</Text>
        <Button variant="filled" size="xl" wide onClick={() => location.assign(`/?to=${encodeURIComponent(studentLesson(lesson.assessment_id))}`)}>
          {t('seats.page.signIn')}
        </Button>
      </SeatCard>
    );
  if (student && request) return <WaitForSeat {...{ code, student, request, phoneSecret, onSeat }} onStop={back} />;
  if (student && lesson.asks === 'pin')
    return (
      <Proof about={about} student={student} pending={pending} problem={problem} onProof={(secret) => void take(student, secret)} onOther={() => back()} />
    );
  return (
    <SeatCard title={t('seats.page.who')}>
      <Text tone="dimmed">{about}</Text>
      {problem !== null && <Notice>{errorText(problem)}</Notice>}
      <NameChoice code={code} pending={pending} onChoose={choose} />
      <Button variant="link" onClick={onOtherCode}>
        {t('seats.page.otherCode')}
      </Button>
    </SeatCard>
  );
}
