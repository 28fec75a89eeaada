import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { type OutsideWork, importAssignees } from '../../../class/classwork/index.ts';
import { type ClassOfUnit, linksOf } from './context.ts';
import { isEndedByList } from './ends.ts';

/** The mapping between ids here and at Google within a class. */
export interface Places {
  topicHere(id: string): number | null;
  topicThere(id: number): string | null;
  /** Returns the accounts of those students who have one here. */
  studentsHere(ids: readonly string[]): number[];
  /** Returns the work here whose page is one of these addresses. */
  workOfPage(urls: readonly string[]): number | null;
  /** Returns the announcement here whose page is one of these addresses: its class's page with its id. */
  announcementOfPage(urls: readonly string[]): number | null;
  /**
   * Returns the assignees of something here by their Google ids; null means everybody. People unknown at Google are
   * left out.
   */
  assigneesThere(work: { assignee_mode: OutsideWork['assignee_mode'] }, accountIds: readonly number[]): string[] | null;
  /** Returns the assignees to send, without students for whom nobody who must has agreed to Google Classroom. */
  assigneesToSend(work: { assignee_mode: OutsideWork['assignee_mode'] }, accountIds: readonly number[]): string[] | null;
  /** Returns true for the Google id of a student for whom nobody who must has agreed. */
  isLeftOut(id: string): boolean;
  assign(tx: Tx, workId: number, studentIds: readonly string[] | null): Promise<void>;
}

/** Loads the mapping of a class's topics and people. `isWithEnded`: includes topics that a list ended. */
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
  const withoutConsent = await listWithoutConsent(
    db,
    'classroom',
    members.flatMap(({ local_id }) => local_id ?? []),
  );
  const isLeftOut = (id: string): boolean => withoutConsent.has(memberHere.get(id) ?? -1);
  const assigneesThere: Places['assigneesThere'] = ({ assignee_mode }, ids) =>
    assignee_mode === 'INDIVIDUAL_STUDENTS' ? ids.flatMap((id) => memberThere.get(id) ?? []) : null;
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
    assigneesThere,
    assigneesToSend: (work, ids) => assigneesThere(work, ids)?.filter((id) => !isLeftOut(id)) ?? null,
    isLeftOut,
    assign: (tx, workId, ids) => importAssignees(tx, workId, ids === null ? null : studentsHere(ids)),
  };
}
