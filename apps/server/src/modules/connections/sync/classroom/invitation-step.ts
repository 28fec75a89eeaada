import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { toEmailKey } from '../../../people/accounts/index.ts';
import { endInvitations, restoreInvitations } from '../../../class/ends/index.ts';
import { listOpenInvitations, takeInvitations } from '../../../class/invitations/index.ts';
import { deleteLinks, type Link, listLinks, type NewLink } from '../../../class/sources/index.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { listByAddress, listEmails, listMembersOf } from '../people/queries.ts';
import { matchPeople } from '../people/match.ts';
import { courseIdHere, keepLinks, linksOf, type Outgoing, type ReadStep, requireClass, type SendStep, type UnitContext } from './context.ts';
import { confirmListEnds, confirmMissing, ENDED, isEndedByList } from './ends.ts';
import { listSettled } from './link-queries.ts';
import { readInvitation, readPage, readPerson, type InvitationThere, type PersonThere } from './resources.ts';

const ROLES = ['TEACHER', 'STUDENT'] as const;

/** Reads open invitations. Google identifies the invited person by a number: it is looked up once, and stored. */
export const invitationStep: ReadStep = {
  kind: 'read',
  name: 'invitations',
  async read(ask, context, { token }) {
    const query = { courseId: context.link.external_id, pageSize: 500, ...(token === null ? {} : { pageToken: token }) };
    const page = readPage(await ask({ method: 'GET', path: '/v1/invitations', query }), 'invitations');
    const ids = page.items.flatMap((item) => readInvitation(item)?.userId ?? []);
    const known = new Set(
      (await listLinks(context.deps.db, { sourceId: context.source.id, kind: 'person', parentId: null, externalIds: ids })).map(
        ({ external_id }) => external_id,
      ),
    );
    const items: Record<string, unknown>[] = [];
    for (const item of page.items) {
      const invitation = readInvitation(item);
      // people with hidden profiles exist at Google too
      const profile =
        invitation && !known.has(invitation.userId)
          ? await ask({ method: 'GET', path: `/v1/userProfiles/${encodeURIComponent(invitation.userId)}` }).catch(() => null)
          : null;
      items.push({ ...item, profileThere: profile });
    }
    return { items, next: page.next };
  },
  async merge(tx, context, { items, seen, isLast }) {
    const there = items.flatMap((item) => {
      const invitation = readInvitation(item);
      return invitation ? [{ ...invitation, person: readPerson(item['profileThere']) }] : [];
    });
    seen.push(...there.map(({ id }) => id));
    await mergeAll(tx, context, there);
    if (isLast) await closeGone(tx, context, new Set(seen));
  },
};

type WithPerson = InvitationThere & { person: PersonThere | null };

async function mergeAll(tx: Tx, context: UnitContext, there: readonly WithPerson[]): Promise<void> {
  const course = await requireClass(tx, context);
  const { deps, source, connection, recorder } = context;
  const links = new Map(
    (
      await linksOf(
        tx,
        context,
        'invitation',
        there.map(({ id }) => id),
      )
    ).map((link) => [link.external_id, link]),
  );
  await takeUpAgain(
    tx,
    context,
    course.id,
    there.flatMap(({ id }) => links.get(id) ?? []),
  );
  const news = there.filter(({ id, role }) => links.get(id)?.local_id == null && ROLES.some((one) => one === role));
  if (news.length === 0) return;
  const nobody = (userId: string): PersonThere => ({ userId, name: '', given: '', family: '', email: '' });
  const known = new Map(
    (await listLinks(tx, { sourceId: source.id, kind: 'person', parentId: null, externalIds: news.map(({ userId }) => userId) })).map((link) => [
      link.external_id,
      link,
    ]),
  );
  const people = await matchPeople(
    tx,
    { source, issuer: deps.classroom?.issuer ?? '' },
    news.map(({ userId, person }) => person ?? { ...nobody(userId), ...(known.get(userId)?.facts as Partial<PersonThere> | undefined), userId }),
  );
  const emails = await listEmails(
    tx,
    [...people.values()].flatMap(({ accountId }) => accountId ?? []),
  );
  const members = await listMembersOf(tx, course.id);
  const open = await listOpenInvitations(tx, course.id, []);
  const keep: Omit<NewLink, 'parentId'>[] = [];
  // a student of that address for whom nobody who must has agreed is not invited
  const holders = await listByAddress(
    tx,
    source.school_id,
    news.map(({ userId, person }) => toEmailKey(String(person?.email ?? known.get(userId)?.facts['email'] ?? ''))),
  );
  const withoutConsent = await listWithoutConsent(
    tx,
    'classroom',
    [...holders.values()].map(({ account_id }) => account_id),
  );
  const isLeftOut = (email: string): boolean => withoutConsent.has(holders.get(toEmailKey(email))?.account_id ?? -1);
  for (const role of ROLES) {
    const wanted = news
      .filter((invitation) => invitation.role === role)
      .flatMap((invitation) => {
        const found = people.get(invitation.userId);
        const accountId = found?.accountId ?? null;
        const email =
          (accountId === null ? undefined : emails.get(accountId)) ?? String(invitation.person?.email ?? known.get(invitation.userId)?.facts['email'] ?? '');
        const isIn = accountId !== null && members.get(accountId)?.left_at === null;
        return email === '' || isIn || isLeftOut(email)
          ? []
          : [{ invitation, name: found?.name ?? email, row: { email, email_key: toEmailKey(email), account_id: accountId } }];
      });
    const made = await takeInvitations(
      tx,
      deps.telling.room,
      { courseId: course.id, role, invitedBy: connection.account_id },
      wanted.map(({ row }) => row),
    );
    for (const { invitation, name, row } of wanted) {
      const localId =
        made.get(row.email_key) ??
        open.find(({ email_key, account_id }) => email_key === row.email_key || (account_id !== null && account_id === row.account_id))?.id ??
        null;
      keep.push({ kind: 'invitation', externalId: invitation.id, localId, base: { role } });
      if (made.has(row.email_key)) recorder.made({ kind: 'invitation', localId, subject: name, after: role });
    }
  }
  if (keep.length > 0) await keepLinks(tx, context, await freeOf(tx, context, keep));
}

/** Reopens invitations that a list had ended and that are listed again. */
async function takeUpAgain(tx: Tx, context: UnitContext, courseId: number, links: readonly Link[]): Promise<void> {
  const back = links.filter((link) => link.local_id !== null && isEndedByList(link));
  if (back.length === 0) return;
  const ids = back.map(({ local_id }) => local_id as number);
  const reopened = await restoreInvitations(tx, context.deps.telling.room, courseId, ids);
  const open = new Map((await listOpenInvitations(tx, courseId, ids)).filter(({ is_open }) => is_open).map((row) => [row.id, row]));
  const again = back.filter(({ local_id }) => open.has(local_id as number));
  await keepLinks(
    tx,
    context,
    again.map(({ external_id, local_id }) => ({ kind: 'invitation', externalId: external_id, localId: local_id, facts: { ended: null } })),
  );
  for (const { id, local_id } of again) {
    const row = open.get(local_id as number);
    if (row && reopened.includes(row.id)) context.recorder.made({ linkId: id, kind: 'invitation', localId: row.id, subject: row.email, after: row.role });
  }
}

/**
 * Makes each invitation here have at most one link: an older link of one that ended or was refused is deleted; if an
 * open one exists, the new link leads nowhere.
 */
async function freeOf(tx: Tx, context: UnitContext, keep: readonly Omit<NewLink, 'parentId'>[]): Promise<Omit<NewLink, 'parentId'>[]> {
  const news = new Set(keep.map(({ externalId }) => externalId));
  const before = (await linksOf(tx, context, 'invitation')).filter(({ local_id, external_id }) => local_id !== null && !news.has(external_id));
  const taken = new Set(before.filter(({ state }) => state === 'linked').map(({ local_id }) => local_id));
  const wanted = new Set<number | null>();
  const kept = keep.map((link) => {
    if (link.localId === null || (!taken.has(link.localId) && !wanted.has(link.localId))) {
      wanted.add(link.localId);
      return link;
    }
    return { ...link, localId: null };
  });
  await deleteLinks(
    tx,
    before.filter(({ state, local_id }) => state !== 'linked' && wanted.has(local_id)).map(({ id }) => id),
  );
  return kept;
}

/**
 * Closes invitations that are no longer listed, which were accepted, declined or withdrawn: members of the class have
 * accepted, and for the rest it is unknown.
 */
async function closeGone(tx: Tx, context: UnitContext, seen: Set<unknown>): Promise<void> {
  const unseen = (await linksOf(tx, context, 'invitation')).filter(({ external_id, state }) => !seen.has(external_id) && state === 'linked');
  const links = confirmMissing(context, 'invitation', await listSettled(tx, unseen, context.listSince));
  if (links.length === 0) return;
  const course = await requireClass(tx, context);
  const here = new Map(
    (
      await listOpenInvitations(
        tx,
        course.id,
        links.flatMap(({ local_id }) => local_id ?? []),
      )
    ).map((row) => [row.id, row]),
  );
  const ended = links.filter(({ local_id }) => local_id !== null && here.get(local_id)?.is_open);
  if (ended.length > 0) {
    const grounds = await confirmListEnds(tx, context, 'invitation', { ending: ended.length, lists: [] });
    await endInvitations(
      tx,
      grounds,
      context.deps.telling.room,
      course.id,
      ended.map(({ local_id }) => local_id as number),
    );
  }
  await keepLinks(
    tx,
    context,
    links.map(({ external_id, local_id }) => ({ kind: 'invitation', externalId: external_id, localId: local_id, state: 'gone', facts: ENDED })),
  );
  for (const { id, local_id } of ended)
    context.recorder.ended({ linkId: id, kind: 'invitation', localId: local_id, subject: here.get(local_id as number)?.email ?? '' });
}

const aboutOf = (about: number | undefined): Pick<Outgoing, 'about'> => (about === undefined ? {} : { about });

/** Sends invitations that were created or withdrawn here. */
export const sendInvitations: SendStep = {
  kind: 'send',
  name: 'send-invitations',
  async list(db, context): Promise<Outgoing[]> {
    const courseId = courseIdHere(context);
    if (courseId === null) return [];
    const links = (await linksOf(db, context, 'invitation')).filter(({ state }) => state === 'linked' || state === 'ignored');
    const all = await listOpenInvitations(
      db,
      courseId,
      links.flatMap(({ local_id }) => local_id ?? []),
    );
    const linkOf = new Map(links.map((link) => [link.local_id, link]));
    const refused = new Map((await linksOf(db, context, 'invitation')).filter(({ facts }) => facts['refused'] === true).map((link) => [link.local_id, link]));
    const holders = await listByAddress(
      db,
      context.source.school_id,
      all.map(({ email_key }) => email_key),
    );
    return all.flatMap((one): Outgoing[] => {
      const told = { kind: 'invitation' as const, localId: one.id, subject: one.email };
      const link = linkOf.get(one.id);
      if (one.is_open && !link && !refused.has(one.id))
        return [
          {
            ...aboutOf(one.account_id ?? holders.get(one.email_key)?.account_id),
            async send(ask) {
              const body = { courseId: context.link.external_id, userId: one.email, role: one.role };
              try {
                return await ask({ method: 'POST', path: '/v1/invitations', body });
              } catch (error) {
                if (!(error instanceof GoogleCallError) || error.kind !== 'exists') throw error;
                // the response to the call was lost, or it was made there: this is the same one
                const query = { courseId: body.courseId, userId: body.userId };
                const found = readPage(await ask({ method: 'GET', path: '/v1/invitations', query }), 'invitations').items;
                const same = found.find((item) => readInvitation(item)?.role === one.role);
                if (same) return same;
                throw error;
              }
            },
            async settle(tx, answer) {
              const made = readInvitation(answer);
              if (made) await keepLinks(tx, context, [{ kind: 'invitation', externalId: made.id, localId: one.id, base: { role: one.role }, isOurs: true }]);
              context.recorder.sent({ ...told, after: one.role }, 'made');
            },
            // one that exists there already is sufficient; one that Google refuses is not tried again
            async refuse(tx, { words, isThere }) {
              await keepLinks(tx, context, [{ kind: 'invitation', externalId: `refused-${one.id}`, localId: one.id, facts: { refused: true }, state: 'gone' }]);
              if (!isThere) context.recorder.refused(told, 'there', 'sync.reason.googleSaid', { message: words }, 'made');
            },
            plan: () => context.recorder.sent({ ...told, after: one.role }, 'made'),
          },
        ];
      if (one.is_open || !link) return [];
      const forget = (tx: Tx) => keepLinks(tx, context, [{ kind: 'invitation', externalId: link.external_id, localId: one.id, state: 'gone' }]);
      return [
        {
          send: (ask) => ask({ method: 'DELETE', path: `/v1/invitations/${encodeURIComponent(link.external_id)}` }),
          async settle(tx) {
            await forget(tx);
            context.recorder.sent(told, 'ended');
          },
          refuse: async (tx) => void (await forget(tx)),
          plan: () => context.recorder.sent(told, 'ended'),
        },
      ];
    });
  },
};
