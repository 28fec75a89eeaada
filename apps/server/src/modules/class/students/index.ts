/**
 * Students as staff see them: the directory, the people of a class, their sign-in cards.
 *
 * Invariants: the directory shows a school's own students to its staff; a class's people are visible to its teachers; a
 * card is made by a teacher of its holder or an administrator of accounts, and never for somebody with more rights.
 */
import {
  classAccountList,
  type MessageKey,
  MAX_STUDENT_IDS,
  picturesReset,
  type PictureCardState,
  signInCardsCreate,
  type SignInCard,
  studentIds,
  studentList,
  type StudentView,
  type Translate,
} from '@classwright/contract';
import { audit, auditEach } from '../../../platform/audit/index.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import type { Manifest } from '../../../manifest.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import { fullName, issueCards, type LinkHolder, listPictureStates, prepareCards, resetPictures } from '../../people/accounts/index.ts';
import { listMembers } from '../classes/index.ts';
import { requireCardHolders, requireStaffedClass } from './access.ts';
import { countStudents, hasSeveralSchools, listPlaces, listStudentIds, listStudents, type StudentRow, type StudentSearch, zoneOf } from './queries.ts';

export interface StudentsDependencies {
  t: Translate<MessageKey>;
  /** Returns the current addresses of pictures. */
  pictures: (db: Db) => Promise<(pictureFileId: number) => string>;
  realtime: Pick<Realtime, 'endToken'>;
  /** Hashes the codes of cards. */
  sealer: Sealer;
}

type Asked = Omit<StudentSearch, 'reach' | 'courseId'> & { course_id?: number | undefined };

/** Builds the search. @throws NOT_FOUND for a class that this person does not teach */
async function searchOf(db: Db, actor: Actor, { course_id, ...asked }: Asked): Promise<StudentSearch> {
  if (course_id !== undefined) await requireStaffedClass(db, actor, course_id);
  return { ...asked, courseId: course_id ?? null, reach: actor.reach };
}

export function studentsModule({ t, pictures, realtime, sealer }: StudentsDependencies): Manifest {
  const implementations = [
    implement(studentList, async ({ tx, actor, input }) => {
      const search = await searchOf(tx, actor, input);
      const [rows, total, urlOf, spansSchools] = await Promise.all([
        listStudents(tx, search, { limit: input.per_page, offset: (input.page - 1) * input.per_page }),
        countStudents(tx, search),
        pictures(tx),
        'all' in search.reach ? hasSeveralSchools(tx) : false,
      ]);
      const cards = await listPictureStates(
        tx,
        rows.map(({ id }) => id),
      );
      return {
        data: rows.map((row) => toStudentView(row, urlOf, cards.get(row.id) ?? null)),
        pagination: toPagination(input, total),
        spans_schools: spansSchools,
      };
    }),
    implement(studentIds, async ({ tx, actor, input }) => ({ ids: await listStudentIds(tx, await searchOf(tx, actor, input), MAX_STUDENT_IDS) })),
    implement(classAccountList, async ({ tx, actor, input }) => {
      await requireStaffedClass(tx, actor, input.class_id);
      const members = await listMembers(tx, input.class_id);
      return { data: members.map((member) => ({ ...member, id: member.account_id, name: fullName(member) })) };
    }),
    implement(signInCardsCreate, async ({ tx: db, actor, input, site, requestId }) => {
      const all = await requireCardHolders(db, actor, input);
      const states = await listPictureStates(
        db,
        all.map(({ id }) => id),
      );
      const canSignIn = ({ id, has_password }: LinkHolder): boolean => has_password || (states.get(id) ?? 'new') !== 'new';
      const holders = all.filter((holder) => holder.status && !(input.only_new && canSignIn(holder)));
      if (holders.length === 0) throw fieldError('course_id', 'cards.nobody');
      const ids = holders.map(({ id }) => id);
      const [places, zone] = await Promise.all([listPlaces(db, ids, input.course_id ?? null), zoneOf(db, ids)]);
      const cards = prepareCards(holders, input.kind, places);
      const expiresAt = await inTransaction(db, async (tx) => {
        const made = cards.map(({ account_id, kind }) => ({ subjectId: account_id, after: { kind } }));
        await auditEach(tx, actor, { action: signInCardsCreate.name, subjectType: 'account', requestId }, made);
        return issueCards(tx, cards, { sealer });
      });
      return {
        cards,
        school_name: schoolOf(holders),
        address: site.origin,
        time_zone: zone,
        expires_at: expiresAt?.toISOString() ?? null,
        message: cardsInWords(cards, t),
      };
    }),
    implement(picturesReset, async ({ tx, actor, input, requestId }) => {
      const [holder] = await requireCardHolders(tx, actor, { account_ids: [input.id] });
      if (!holder || !(await resetPictures(tx, holder.id, (tokenId) => realtime.endToken(tokenId)))) throw appError('NOT_FOUND');
      await audit(tx, actor, { action: picturesReset.name, subjectType: 'account', subjectId: holder.id, requestId });
      return { message: t('pictures.reset.done', { name: fullName(holder) }) };
    }),
  ];
  return { implementations };
}

const cardsInWords = (cards: readonly SignInCard[], t: Translate<MessageKey>): string => t('cards.made', { count: cards.length });

/** Returns the school that all of them share. */
function schoolOf(holders: readonly LinkHolder[]): string | null {
  const names = new Set(holders.map(({ school_name }) => school_name));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}

function toStudentView(row: StudentRow, urlOf: (fileId: number) => string, pictureCard: PictureCardState | null): StudentView {
  const picture = row.picture_file_id === null ? null : urlOf(row.picture_file_id);
  return {
    id: row.id,
    userId: row.id,
    account_id: row.id,
    external_user_id: null,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone_number: row.phone_number,
    school_name: row.school_name,
    has_password: row.has_password,
    picture_card: pictureCard,
    profile_picture: picture,
    profile: {
      id: row.id,
      name: { givenName: row.first_name, familyName: row.last_name, fullName: fullName(row) },
      emailAddress: row.email,
      photoUrl: picture,
      permissions: [],
      verifiedTeacher: false,
    },
  };
}
