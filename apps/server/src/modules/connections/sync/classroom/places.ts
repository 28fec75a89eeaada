import type { Db, Tx } from '../../../../platform/database/index.ts';
import { type OutsideWork, takeAssignees } from '../../../class/classwork/index.ts';
import { type ClassOfUnit, linksOf } from './context.ts';
import { isEndedByList } from './ends.ts';

/** What ids there are here, and the other way round, within a class. */
export interface Places {
  topicHere(id: string): number | null;
  topicThere(id: number): string | null;
  /** Those of the students who are somebody here. */
  studentsHere(ids: readonly string[]): number[];
  /** The work here that one of these addresses is the page of. */
  workOfPage(urls: readonly string[]): number | null;
  /** The same of an announcement, which leads to the page of its class. */
  announcementOfPage(urls: readonly string[]): number | null;
  /** Whom something here is for, as Google calls them; null: everybody. Without those who are not there. */
  assigneesThere(work: { assignee_mode: OutsideWork['assignee_mode'] }, accountIds: readonly number[]): string[] | null;
  assign(tx: Tx, workId: number, studentIds: readonly string[] | null): Promise<void>;
}

/** Returns the topics and people of a class as both sides call them. `isWithEnded`: topics that a list ended are among them. */
export async function loadPlaces(db: Db, context: ClassOfUnit, { isWithEnded = false } = {}): Promise<Places> {
  const topics = (await linksOf(db, context, 'topic')).filter(
    (link) => link.local_id !== null && (link.state === 'linked' || (isWithEnded && isEndedByList(link))),
  );
  const members = (await linksOf(db, context, 'member')).filter(({ local_id }) => local_id !== null);
  const [topicHere, topicThere] = [
    new Map(topics.map((link) => [link.external_id, link.local_id])),
    new Map(topics.map((link) => [link.local_id, link.external_id])),
  ];
  const [memberHere, memberThere] = [
    new Map(members.map((link) => [link.external_id, link.local_id])),
    new Map(members.map((link) => [link.local_id, link.external_id])),
  ];
  const studentsHere = (ids: readonly string[]): number[] => ids.flatMap((id) => memberHere.get(id) ?? []);
  return {
    topicHere: (id) => topicHere.get(id) ?? null,
    topicThere: (id) => topicThere.get(id) ?? null,
    studentsHere,
    workOfPage(urls) {
      for (const url of urls) {
        const parsed = URL.parse(url);
        if (parsed?.pathname === '/std-classwork' && Number(parsed.searchParams.get('class')) === context.link.local_id)
          return Number(parsed.searchParams.get('work')) || null;
      }
      return null;
    },
    announcementOfPage(urls) {
      for (const url of urls) {
        const parsed = URL.parse(url);
        if (parsed?.pathname === `/class-details/${context.link.local_id}`) return Number(parsed.searchParams.get('announcement')) || null;
      }
      return null;
    },
    assigneesThere: ({ assignee_mode }, ids) => (assignee_mode === 'INDIVIDUAL_STUDENTS' ? ids.flatMap((id) => memberThere.get(id) ?? []) : null),
    assign: (tx, workId, ids) => takeAssignees(tx, workId, ids === null ? null : studentsHere(ids)),
  };
}
