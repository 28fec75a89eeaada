import type { questionList } from '@classwright/contract/bank/questions/calls';
import type { suggestAccounts, suggestClasses, suggestStudents, suggestWorks } from '@classwright/contract/school/reference/suggest';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { IconBroadcast, IconClipboardList, IconHelpHexagon, IconSchool, IconUser } from '../../ui/plain/icons.ts';
import { api } from '../../base/api.ts';
import { useUser } from '../../base/use-user.ts';
import type { FoundEntry } from './find-in-menu.ts';
import { t } from '../../base/t.ts';

/** The pause after the last key, as in every search of the product. */
const PAUSE_MS = 500;
const FEWEST_CHARACTERS = 2;
/** The maximum number of each kind. */
const LIMIT = 5;

interface Source {
  kind: string;
  load: (query: string, signal: AbortSignal) => Promise<FoundEntry[]>;
}

const query = (text: string) => ({ query: text, limit: LIMIT });

const students: Source = {
  kind: 'students',
  load: async (text, signal) =>
    (await api<typeof suggestStudents>('GET', '/suggest/students', { query: query(text), signal })).data.map(({ name, email, first_name, last_name }) => ({
      label: name,
      detail: email,
      group: t('shell.searchStudents'),
      icon: IconUser,
      path: '/students',
      search: { first_name, last_name },
    })),
};
const accounts: Source = {
  kind: 'accounts',
  load: async (text, signal) =>
    (await api<typeof suggestAccounts>('GET', '/suggest/accounts', { query: query(text), signal })).data.map(({ name, email }) => ({
      label: name,
      detail: email,
      group: t('shell.searchAccounts'),
      icon: IconUser,
      path: '/accounts',
      search: { email },
    })),
};
/** A class opens with its stream. */
const classes: Source = {
  kind: 'classes',
  load: async (text, signal) =>
    (await api<typeof suggestClasses>('GET', '/suggest/classes', { query: query(text), signal })).data.map(({ id, name, section }) => ({
      label: name,
      detail: section,
      group: t('shell.searchClasses'),
      icon: IconSchool,
      path: `/class-details/${id}`,
      search: {},
    })),
};

/** A work opens in its class; of staff the work of a lesson opens the lesson. */
const works: Source = {
  kind: 'works',
  load: async (text, signal) =>
    (await api<typeof suggestWorks>('GET', '/suggest/works', { query: query(text), signal })).data.map(
      ({ id, name, class_id, class_name, assessment_id, is_staff }): FoundEntry => ({
        label: name,
        detail: class_name,
        group: t(assessment_id === null ? 'shell.searchWork' : 'shell.searchLessons'),
        icon: assessment_id === null ? IconClipboardList : IconBroadcast,
        ...(assessment_id !== null && is_staff
          ? { path: '/teacher-live-learning', search: { assessment_id } }
          : { path: `/class-classwork/${class_id}`, search: { work: id } }),
      }),
    ),
};

/** A question opens in the list of all questions. */
const questions: Source = {
  kind: 'questions',
  load: async (text, signal) =>
    (await api<typeof questionList>('GET', '/questions', { query: { search_text: text, per_page: LIMIT }, signal })).data.map(
      ({ id, title, topic_name, subject_name }) => ({
        label: title.replaceAll('$', ''),
        detail: topic_name ?? subject_name ?? '',
        group: t('shell.searchQuestions'),
        icon: IconHelpHexagon,
        path: '/all-questions',
        search: { view: id },
      }),
    ),
};

/** Returns the things that this person may both search and open. The server decides which of them they see. Students among the accounts are not listed twice. */
function sourcesFor(rights: readonly string[]): Source[] {
  const may = (...needed: string[]) => needed.every((right) => rights.includes(right));
  const people = may('accounts:view', 'account-suggestions:view') ? [accounts] : may('students:view', 'people-suggestions:view') ? [students] : [];
  return [
    ...people,
    ...(may('students:view') || may('std-classes:view') ? [classes] : []),
    ...(may('classwork:view') ? [works] : []),
    ...(may('questions:view', 'all-questions:view') ? [questions] : []),
  ];
}

export interface FoundPeople {
  entries: FoundEntry[];
  /** True when this person can find anything other than pages. */
  isOffered: boolean;
  /** True while an answer is awaited. */
  isSearching: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** Finds people, classes, work and questions for a text, a moment after it was typed. An earlier search is canceled. */
export function useFoundPeople(text: string): FoundPeople {
  const sources = sourcesFor(useUser().rights);
  const typed = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), typed === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isLongEnough = typed.length >= FEWEST_CHARACTERS;
  const isAsked = isLongEnough && asked === typed;
  const answers = useQueries({
    queries: sources.map(({ kind, load }) => ({
      queryKey: ['search', kind, asked],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(asked, signal),
      enabled: isAsked,
      staleTime: 30_000,
      retry: false,
    })),
  });
  return {
    entries: isAsked ? answers.flatMap(({ data = [] }) => data) : [],
    isOffered: sources.length > 0,
    isSearching: sources.length > 0 && isLongEnough && (!isAsked || answers.some(({ isFetching }) => isFetching)),
    hasFailed: isAsked && answers.some(({ isError, isFetching }) => isError && !isFetching),
    retry: () => void Promise.all(answers.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
