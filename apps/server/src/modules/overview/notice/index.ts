/**
 * The notice: how a school uses data about people. It is open without signing in. The product writes it from the
 * declarations of personal data and the terms of the school; a school adds its own paragraphs.
 *
 * Invariants: a change of substance makes a new version, which each person of the school is asked to read once; who has
 * seen which version when is kept. The first version of a school is shown to nobody on its own.
 */
import {
  type MessageKey,
  NOTICE_CLASSES,
  NOTICE_EDITION,
  noticeGet,
  noticeSee,
  noticeUpdate,
  type NoticeView,
  type Term,
  type Terms,
  TERMS,
  type Translate,
} from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { type Demands, listDemands } from '../../../platform/consents-queries.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement } from '../../../platform/http/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { type Declaration, isAboutNobody } from '../../../platform/personal-data/index.ts';
import { readTerms } from '../../../platform/personal-data/terms-queries.ts';
import { isWithin } from '../../../platform/reach.ts';
import { personalData } from './personal-data.ts';
import { findOnlySchool, findOpenSchool, findUnseen, findVersion, holdVersions, insertVersion, listSchoolsOfTurn, saveTexts, saveView } from './queries.ts';

export { findOpenSchool };

/** Returns the number of the version of a school’s notice that counts now. */
export const findNoticeNumber = async (db: Db, schoolId: number): Promise<number> => (await findVersion(db, schoolId))?.number ?? 1;

export interface NoticeDependencies {
  /** The database pool for background work, separate from lessons. */
  backgroundDb: Db;
  t: Translate<MessageKey>;
  /** Null for each of these that this server has not set up. */
  mail: object | null;
  google: object | null;
  driveSettings: object | null;
  hasClassroom: boolean;
  /** Returns the declarations of all tables. */
  listDeclared: () => ReadonlyMap<string, Declaration>;
}

const VERSIONS_EVERY_MINUTES = 5;
/** The number of schools that are looked at in a turn. In an installation with more, the turns go through them by the clock. */
const SCHOOLS_OF_A_TURN = 40;

export function noticeModule({ backgroundDb, t, mail, google, driveSettings, hasClassroom, listDeclared }: NoticeDependencies): Manifest {
  const uses = { google_sign_in: google !== null, classroom: hasClassroom, drive: driveSettings !== null, mail: mail !== null };
  let classes: NoticeView['classes'] | null = null;
  const implementations = [
    implement(noticeGet, async ({ tx, site, input }) => {
      const school = input.school === undefined ? (site.school ?? (await findOnlySchool(tx))) : await findOpenSchool(tx, input.school);
      if (input.school !== undefined && !school) throw appError('NOT_FOUND');
      const version = school && (await findVersion(tx, school.id));
      return {
        school,
        number: version?.number ?? 1,
        since: version?.created_at.toISOString() ?? null,
        child_text: version?.child_text ?? '',
        parent_text: version?.parent_text ?? '',
        terms: await readTerms(tx, school?.id ?? null),
        classes: (classes ??= listTermsByClass(listDeclared())),
        uses,
        demands: school ? await listDemands(tx, school.id) : {},
      };
    }),
    implement(noticeUpdate, async ({ tx, actor, input: { id, is_substantial, ...texts }, requestId }) => {
      const school = isWithin(actor.reach, id) ? await findOpenSchool(tx, id) : null;
      if (!school) throw appError('NOT_FOUND');
      await holdVersions(tx, id);
      const before = await findVersion(tx, id);
      // the first version is nobody's to see, so a change of substance makes at least the second
      const number = before ? before.number + (is_substantial ? 1 : 0) : is_substantial ? 2 : 1;
      if (number === before?.number) await saveTexts(tx, id, { number, ...texts });
      else await insertVersion(tx, id, { number, ...texts, basis: await loadBasis(tx, id) });
      await audit(tx, actor, {
        action: noticeUpdate.name,
        subjectType: 'school_settings',
        subjectId: id,
        before: before && { name: school.name, number: before.number, child_text: before.child_text, parent_text: before.parent_text },
        after: { name: school.name, number, ...texts },
        requestId,
      });
      return { number, message: t('notice.saved', { number }) };
    }),
    implement(noticeSee, async ({ tx, actor, input }) => {
      if (!(await saveView(tx, actor.accountId, input.number))) throw appError('NOT_FOUND');
      return {};
    }),
  ];
  return {
    personalData,
    implementations,
    personContext: async (on, { id }) => ({ unseenNotice: await findUnseen(on, id) }),
    jobs: [
      scheduledJob('notice.versions', VERSIONS_EVERY_MINUTES, async (_scheduled, { standBack }) => {
        const turn = Math.floor((await appNow(backgroundDb)).getTime() / (VERSIONS_EVERY_MINUTES * 60_000));
        for (const schoolId of await listSchoolsOfTurn(backgroundDb, turn, SCHOOLS_OF_A_TURN)) {
          await numberAgain(backgroundDb, schoolId);
          await standBack();
        }
      }),
    ],
  };
}

/** Makes a version of a school's notice if the terms or the product's own text have changed since the last one. */
async function numberAgain(db: Db, schoolId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const basis = await loadBasis(tx, schoolId);
    if ((await findVersion(tx, schoolId))?.basis === basis) return;
    await holdVersions(tx, schoolId);
    const last = await findVersion(tx, schoolId);
    if (last?.basis === basis) return;
    const { child_text = '', parent_text = '', number = 0 } = last ?? {};
    await insertVersion(tx, schoolId, { number: number + 1, child_text, parent_text, basis });
  });
}

/** Describes everything of a version except the school's own paragraphs. */
const basisOf = (terms: Terms, demands: Demands): string =>
  [
    `edition ${NOTICE_EDITION}`,
    ...Object.keys(TERMS).map((term) => `${term} ${terms[term as Term]}`),
    ...Object.entries(demands).map(([use, asks]) => `${use} by ${asks}`),
  ].join(', ');

const loadBasis = async (db: Db, schoolId: number): Promise<string> => basisOf(await readTerms(db, schoolId), await listDemands(db, schoolId));

/** Lists the terms by which each class of data is kept, from the declarations. */
function listTermsByClass(declared: ReadonlyMap<string, Declaration>): NoticeView['classes'] {
  const found = new Map<string, Set<string>>();
  for (const declaration of declared.values())
    if (!isAboutNobody(declaration) && typeof declaration.keep === 'string')
      found.set(declaration.class, (found.get(declaration.class) ?? new Set()).add(declaration.keep));
  return NOTICE_CLASSES.map((data_class) => ({
    data_class,
    terms: (Object.keys(TERMS) as Term[]).filter((term) => found.get(data_class)?.has(term)),
  }));
}
