import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { useUser } from '../../../../base/use-user.ts';
import { inOneLine } from '../../../../base/in-one-line.ts';
import { ChoiceField, type Choice, SelectField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { focusFault } from '../../../../ui/plain/focus-fault.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import type { ClassProposal } from '@classwright/contract/connections/sync/classes';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { applyRun, type ClassChoice, type GoogleClass, linkable, listClasses, type Run, SYNC } from '../calls.ts';
import { stateText } from '../state-text.ts';
import { t } from '../../../../base/t.ts';
import styles from './run.module.css';

const PER_PAGE = 200;
/** The maximum that one call takes. */
const MOST = 1_000;

const CHOICES = ['make', 'link', 'ignore', 'later'] as const;
type Chosen = { choice: (typeof CHOICES)[number]; course: Choice | null };

/** A class there with the class here that it may be; null if none looks like it. */
type FreeClass = GoogleClass & { proposal: ClassProposal | null };

/**
 * Loads classes there that are neither linked nor left out, up to the maximum of one decision. Proposals are for all
 * pages.
 */
async function loadFree(signal: AbortSignal): Promise<{ classes: FreeClass[]; isMore: boolean }> {
  const classes: FreeClass[] = [];
  const proposals = new Map<string, ClassProposal>();
  for (let page = 1; ; page += 1) {
    const { data, proposals: found, pagination } = await listClasses({ free: true, proposals: page === 1, page, per_page: PER_PAGE }, signal);
    for (const one of found) proposals.set(one.external_id, one);
    const free = data.filter(({ course_id, is_ignored }) => course_id === null && !is_ignored);
    classes.push(...free.map((one) => ({ ...one, proposal: proposals.get(one.external_id) ?? null })));
    if (page >= pagination.last_page || classes.length >= MOST) return { classes: classes.slice(0, MOST), isMore: page < pagination.last_page };
  }
}

/** Returns the choices for a class. One that is not taught there is never created here. */
const offered = ({ state }: FreeClass): readonly (typeof CHOICES)[number][] =>
  state === 'ACTIVE' || state === 'ARCHIVED' ? CHOICES : ['link', 'ignore', 'later'];
const toProposed = ({ proposal }: FreeClass): Choice | null =>
  proposal && { id: proposal.course_id, name: proposal.name, detail: inOneLine([proposal.section, proposal.teacher]) };
/**
 * Returns the initial choice: a certain match is linked, a possible one waits, other taught classes are created, and
 * those of past years stay there.
 */
function first(one: FreeClass): Chosen {
  if (one.proposal) return one.proposal.is_sure ? { choice: 'link', course: toProposed(one) } : { choice: 'later', course: null };
  return { choice: one.state === 'ACTIVE' ? 'make' : 'ignore', course: null };
}

/** Shows a preview of classes with a choice for each unlinked one, and applies all of them. */
export function ClassChoices({ run }: { run: Run }) {
  const navigate = useNavigate();
  const { rights } = useUser();
  const form = useRef<HTMLFormElement>(null);
  const free = useQuery({ queryKey: [SYNC, 'classes', 'undecided', run.id], queryFn: ({ signal }) => loadFree(signal) });
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const classes = free.data?.classes ?? [];
  const proposed = classes.filter(({ proposal }) => proposal !== null);
  const of = (one: FreeClass): Chosen => chosen.get(one.external_id) ?? first(one);
  const change = (one: FreeClass, to: Partial<Chosen>) => {
    setChosen((before) => new Map(before).set(one.external_id, { ...(before.get(one.external_id) ?? first(one)), ...to }));
    setFaults((before) => {
      const rest = new Map(before);
      rest.delete(one.external_id);
      return rest;
    });
  };
  const changeAll = (choice: 'make' | 'ignore') => {
    setChosen(new Map(classes.filter((one) => offered(one).includes(choice)).map((one) => [one.external_id, { choice, course: null }])));
    setFaults(new Map());
  };
  const useProposals = () => {
    setChosen((before) => new Map([...before, ...proposed.map((one) => [one.external_id, { choice: 'link' as const, course: toProposed(one) }] as const)]));
    setFaults(new Map());
  };
  const apply = async () => {
    const found = findFaults(classes.map((one) => ({ id: one.external_id, ...of(one) })));
    setFaults(found);
    if (found.size > 0) {
      requestAnimationFrame(() => focusFault(form.current));
      return;
    }
    setPending(true);
    setError(null);
    try {
      const { run: begun } = await applyRun(run.id, { classes: classes.map((one) => toChoice(one.external_id, of(one))) });
      await queryClient.invalidateQueries({ queryKey: [SYNC] });
      if (begun.id !== run.id) void navigate({ to: `/sync-run/${begun.id}` as '/home', replace: true });
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  if (free.error && !free.data) return <LoadFailed error={free.error} pending={free.isFetching} onRetry={() => void free.refetch()} />;
  if (!free.data) return <SkeletonText lines={4} />;
  return (
    <form
      ref={form}
      className={styles.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void apply();
      }}
    >
      {classes.length > 0 && (
        <>
          <h2>{t('syncRun.choices')}</h2>
          <Text tone="dimmed" below={10} className={styles.hint}>
            {t('syncRun.choicesHint')}
          </Text>
          {classes.length > 1 && (
            <Row wrap gap={8} align="stretch">
              {proposed.length > 0 && (
                <Button size="s" onClick={useProposals}>
                  {t('syncRun.allProposals')}
                </Button>
              )}
              <Button size="s" onClick={() => changeAll('make')}>
                {t('syncRun.allMake')}
              </Button>
              <Button size="s" onClick={() => changeAll('ignore')}>
                {t('syncRun.allIgnore')}
              </Button>
            </Row>
          )}
          <ul className={styles.choices}>
            {classes.map((one) => (
              <li key={one.external_id}>
                <ClassName google={one} />
                <Grid gap={10} shrinks>
                  <SelectField
                    label={t('syncRun.choice', { name: one.name })}
                    value={of(one).choice}
                    onChange={({ target }) => {
                      const choice = CHOICES.find((known) => known === target.value) ?? 'ignore';
                      change(one, { choice, ...(choice === 'link' && !of(one).course && { course: toProposed(one) }) });
                    }}
                    options={offered(one).map((choice) => ({ value: choice, label: t(`syncRun.choice.${choice}`) }))}
                  />
                  {of(one).choice === 'link' && (
                    <ChoiceField
                      label={t('syncRun.choiceCourse', { name: one.name })}
                      error={faults.get(one.external_id)}
                      value={of(one).course ? [of(one).course as Choice] : []}
                      source={linkable(rights.includes('classes:create'))}
                      onChange={([course]) => change(one, { course: course ?? null })}
                    />
                  )}
                </Grid>
              </li>
            ))}
          </ul>
          {free.data.isMore && (
            <Text tone="dimmed" below={10} className={styles.hint}>
              {t('syncRun.choicesMore')}
            </Text>
          )}
        </>
      )}
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <Row wrap gap={14} rowGap={8} className={styles.apply}>
        <span>{t('syncRun.applyHint')}</span>
        <Button type="submit" variant="filled" pending={pending}>
          {t(pending ? 'syncRun.applying' : 'syncRun.apply')}
        </Button>
      </Row>
    </form>
  );
}

function ClassName({ google: { name, section, state, owner_name, alternate_link, proposal } }: { google: FreeClass }) {
  return (
    <Grid shrinks className={styles.className}>
      <a href={alternate_link} target="_blank" rel="noreferrer" dir="auto">
        {name}
      </a>
      <small>
        {section !== '' && <bdi>{section}</bdi>}
        {owner_name !== null && <bdi>{owner_name}</bdi>}
        {state !== 'ACTIVE' && <Chip>{stateText(state)}</Chip>}
      </small>
      {proposal && <small>{t(proposal.is_sure ? 'syncRun.isHere' : 'syncRun.maybeHere', { name: proposal.name, why: proposal.message })}</small>}
    </Grid>
  );
}

/** Returns the errors that prevent applying: a missing or duplicate class here. By the id of the class there. */
function findFaults(all: readonly (Chosen & { id: string })[]): Map<string, string> {
  const faults = new Map<string, string>();
  const taken = new Set<number>();
  for (const { id, choice, course } of all) {
    if (choice !== 'link') continue;
    if (!course) faults.set(id, t('syncRun.choiceCourseMissing'));
    else if (taken.has(course.id)) faults.set(id, t('syncRun.choiceTwice'));
    else taken.add(course.id);
  }
  return faults;
}

const toChoice = (external_id: string, { choice, course }: Chosen): ClassChoice => ({
  external_id,
  choice,
  ...(choice === 'link' && course && { course_id: course.id }),
});
