import type { Tx } from '../../../../platform/database/index.ts';
import { type KnownPlace, type KnownSchool, listAccountsByIds, listClassRoles, listCourses, listKnownPlaces, nameOf } from '../known-queries.ts';
import type { ClassMembers, ClassRole, MemberEntry, RowMessage } from '../read/roster.ts';
import type { ClassesPreview, ClassInfo } from './preview-classes.ts';
import type { PeoplePreview, PersonInfo } from './preview-people.ts';
import type { RowWriter } from './row-writer.ts';

/** The class and the account of a row that are identified by ids that we issued. */
export interface GivenLinks {
  givenClass?: number;
  givenPerson?: number;
}

interface MembersMeans {
  tx: Tx;
  writer: RowWriter;
  people: PeoplePreview;
  classes: ClassesPreview;
  /** The schools in which people are searched. */
  schools: readonly KnownSchool[];
  /**
   * True when the files are an export of this installation, so that current members of a class here count as its
   * members by the files.
   */
  isOwnExport: boolean;
  /** True when memberships missing from the file end. */
  endsMissing: boolean;
  /** Memberships in the file that are not accepted; they have not ended. */
  refused: ReadonlySet<string>;
  refusedClasses: ReadonlySet<string>;
  /**
   * The memberships that an earlier reading would have ended, by class and person: no others end; null if there was
   * none.
   */
  onlyEnds: ReadonlySet<string> | null;
}

/** Previews memberships: those that are added, end, and are unchanged. */
export class MembersPreview {
  readonly #means: MembersMeans;
  /** Memberships of a class that the file has not named yet, while the class is not complete. */
  readonly #left = new Map<string, Map<string, KnownPlace>>();
  /**
   * The current members of these classes, by the class here: for people and classes that are known by an id that we
   * issued.
   */
  readonly #present = new Map<number, Map<number, ClassRole>>();
  readonly #seenClasses = new Set<string>();

  constructor(means: MembersMeans) {
    this.#means = means;
  }

  /** The schools in which people are searched. */
  get schools(): readonly KnownSchool[] {
    return this.#means.schools;
  }

  async take(batch: readonly ClassMembers[]): Promise<void> {
    const infos = new Map<string, ClassInfo | null | undefined>();
    for (const { class: id } of batch) if (!infos.has(id)) infos.set(id, await this.#means.classes.find(id, this.#means.schools));
    await this.#load([...infos].filter(([id]) => !this.#left.has(id)));
    for (const members of batch) await this.#takeClass(members, infos.get(members.class));
  }

  /** Loads the current memberships of classes whose first part has arrived. */
  async #load(classes: readonly (readonly [string, ClassInfo | null | undefined])[]): Promise<void> {
    for (const [id] of classes) this.#left.set(id, new Map());
    const courses = classes.flatMap(([, info]) => info?.course?.id ?? []).filter((id) => !this.#present.has(id));
    for (const [courseId, roles] of await listClassRoles(this.#means.tx, courses)) this.#present.set(courseId, roles);
    const known = classes.flatMap(([id, info]) =>
      info && info.linkId !== null ? [{ id, linkId: info.linkId, sourceId: info.school.sourceId as number }] : [],
    );
    for (const [sourceId, ofSource] of Map.groupBy(known, (one) => one.sourceId)) {
      const idOf = new Map(ofSource.map(({ id, linkId }) => [linkId, id]));
      for (const place of await listKnownPlaces(this.#means.tx, sourceId, [...idOf.keys()]))
        this.#left.get(idOf.get(place.classLinkId) as string)?.set(place.externalId, place);
    }
  }

  async #takeClass({ class: id, file, isLast, members }: ClassMembers, info: ClassInfo | null | undefined): Promise<void> {
    this.#seenClasses.add(info?.externalId ?? id);
    const left = this.#left.get(id) as Map<string, KnownPlace>;
    for (const entry of members) {
      const known = left.get(entry[0]);
      // finding a person takes a query if the file does not contain them
      const person = info && (!known || info.standing === 'other') ? await this.#means.people.find(entry[0], info.school) : undefined;
      const externalId = person?.externalId ?? entry[0];
      const place = known ?? left.get(externalId) ?? left.get(person?.formerId ?? externalId) ?? this.#givenPlace(externalId, info, person);
      left.delete(entry[0]);
      left.delete(externalId);
      if (person?.formerId) left.delete(person.formerId);
      if (!info) await this.#leave(id, file, entry, info === undefined ? 'classUnknown' : 'classNotTaken', null);
      else if (info.standing === 'other' && !entry[2] && this.#roleHere(info, person) === entry[1]) await this.#means.writer.same('member');
      else if (info.standing === 'other') await this.#leave(id, file, entry, 'otherSource', info);
      else await this.#takeOne(id, file, entry, info, place);
    }
    if (!isLast) return;
    if (info && info.standing === 'known' && this.#means.endsMissing) for (const place of left.values()) await this.#endMissing(id, info, place);
    this.#left.delete(id);
  }

  /** Returns somebody's current role in a class. */
  #roleHere({ course }: ClassInfo, person: PersonInfo | null | undefined): ClassRole | undefined {
    return course ? this.#present.get(course.id)?.get(person?.accountId ?? 0) : undefined;
  }

  /** Returns the current membership if the person or the class is known by an id that we issued, without a link. */
  #givenPlace(externalId: string, info: ClassInfo | null | undefined, person: PersonInfo | null | undefined): KnownPlace | undefined {
    if (!info?.course || !person || person.accountId === null || (info.linkId !== null && !person.isGiven && !this.#means.isOwnExport)) return undefined;
    const role = this.#roleHere(info, person);
    return role && { id: 0, classLinkId: info.linkId ?? 0, externalId, accountId: person.accountId, role };
  }

  async #takeOne(id: string, file: string, entry: MemberEntry, info: ClassInfo, place: KnownPlace | undefined): Promise<void> {
    const [personId, role, hasEnded] = entry;
    if (hasEnded) {
      if (place) return this.#end(info, place, { file, line: entry[3] }, 'placeEnds');
      return this.#means.writer.same('member');
    }
    if (place && place.role === role) return this.#means.writer.same('member');
    const person = await this.#means.people.find(personId, info.school);
    if (!person) return this.#leave(id, file, entry, person === undefined ? 'personUnknown' : 'personNotTaken', info);
    if (person.schoolId !== info.school.id) return this.#leave(id, file, entry, 'otherSchool', info);
    if (role === 'TEACHER' && person.role !== 'TEACHER') return this.#leave(id, file, entry, 'studentTeaches', info);
    if (place && info.course?.owner_id === place.accountId) return this.#leave(id, file, entry, 'ownerRole', info);
    if (info.course?.is_archived) return this.#leave(id, file, entry, 'classArchived', info);
    await this.#means.writer.add({
      ...{
        kind: 'member',
        outcome: place ? 'changed' : info.standing === 'waits' ? 'waits' : 'new',
        schoolId: info.school.id,
        externalId: person.externalId,
        withinId: info.externalId,
      },
      ...{ file, line: entry[3], name: person.name, detail: info.name, role, localId: person.accountId },
      fields: { ...(place ? { changes: { role: { before: place.role, after: role } } } : {}), ...givenOf(info, person) },
    });
  }

  async #leave(id: string, file: string, [personId, role, , line]: MemberEntry, code: string, info: ClassInfo | null): Promise<void> {
    const person = info ? await this.#means.people.find(personId, info.school) : null;
    const isError = code === 'classUnknown' || code === 'personUnknown' || code === 'otherSchool';
    const said: RowMessage = { column: '', value: code === 'classUnknown' || code === 'classNotTaken' ? id : personId, code };
    await this.#means.writer.add({
      ...{ kind: 'member', outcome: isError ? 'error' : 'not_taken', schoolId: info?.school.id ?? null, externalId: personId, withinId: id, file, line },
      ...{ name: person?.name ?? personId, detail: info?.name ?? id, role, said: [said] },
    });
  }

  async #endMissing(id: string, info: ClassInfo, place: KnownPlace): Promise<void> {
    if (this.#means.refused.has(`${id} ${place.externalId}`)) return; // it is in the file, and something is wrong about it
    await this.#end(info, place, { file: '', line: 0 }, 'placeMissing');
  }

  async #end(info: ClassInfo, place: KnownPlace, at: { file: string; line: number }, code: string): Promise<void> {
    if (this.#means.onlyEnds?.has(`${info.externalId} ${place.externalId}`) === false) return this.#means.writer.same('member');
    const person = await this.#nameOf(place);
    const stays = info.course?.owner_id === place.accountId ? 'ownerStays' : info.course?.is_archived ? 'classArchived' : null;
    await this.#means.writer.add({
      ...{ kind: 'member', outcome: stays ? 'not_taken' : 'ends', schoolId: info.school.id, externalId: place.externalId, withinId: info.externalId, ...at },
      fields: {
        ...(info.course ? { courseId: info.course.id } : {}),
        ...(place.id === 0 ? givenOf(info, { isGiven: true, accountId: place.accountId }) : {}),
      },
      ...{
        name: person,
        detail: info.name,
        role: place.role as ClassRole,
        localId: place.accountId,
        said: [{ column: '', value: '', code: stays ?? code }],
      },
    });
  }

  readonly #names = new Map<number, string>();
  async #nameOf({ accountId }: KnownPlace): Promise<string> {
    const known = this.#names.get(accountId);
    if (known !== undefined) return known;
    const name = nameOf((await listAccountsByIds(this.#means.tx, [accountId])).get(accountId));
    this.#names.set(accountId, name);
    return name;
  }

  /** Handles memberships of classes that the file does not contain at all. */
  async missing(): Promise<void> {
    if (!this.#means.endsMissing) return;
    for (const school of this.#means.schools) {
      const links = [...(await this.#means.classes.linksOf(school)).values()].filter(
        ({ externalId, localId }) => localId !== null && !this.#seenClasses.has(externalId) && !this.#means.refusedClasses.has(externalId),
      );
      const courses = await listCourses(
        this.#means.tx,
        links.map(({ localId }) => localId as number),
      );
      const linkOf = new Map(links.map((link) => [link.id, link]));
      for (const place of await listKnownPlaces(this.#means.tx, school.sourceId ?? 0, [...linkOf.keys()])) {
        const link = linkOf.get(place.classLinkId);
        const course = link && courses.get(link.localId as number);
        // a class of past years is archived and no longer listed
        if (!link || !course || course.is_deleted || course.is_archived) continue;
        const info = await this.#means.classes.find(link.externalId, [school]);
        if (info && info.standing !== 'other') await this.#endMissing(link.externalId, info, place);
      }
    }
  }
}

/** Returns the class and person that are known only by an id that we issued: applying the row links them. */
const givenOf = (info: ClassInfo, person: Pick<PersonInfo, 'isGiven' | 'accountId'>): GivenLinks => ({
  ...(info.linkId === null && info.course ? { givenClass: info.course.id } : {}),
  ...(person.isGiven && person.accountId !== null ? { givenPerson: person.accountId } : {}),
});
