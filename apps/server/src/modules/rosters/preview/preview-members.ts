import type { Tx } from '../../../platform/database/index.ts';
import { isEmptied, isMassRemoval, type Removal } from '@classwright/rules/sync/ends';
import { countPeople, countPlaces, type KnownPlace, type KnownSchool, listAccountsByIds, listCourses, listKnownPlaces } from '../known-queries.ts';
import type { ManyEnds } from '../queries.ts';
import type { ClassMembers, ClassRole, MemberEntry, Said } from '../read/roster.ts';
import type { ClassesPreview, ClassInfo } from './preview-classes.ts';
import type { PeoplePreview } from './preview-people.ts';
import type { RowWriter } from './row-writer.ts';

interface MembersMeans {
  tx: Tx;
  writer: RowWriter;
  people: PeoplePreview;
  classes: ClassesPreview;
  /** Within which somebody looks. */
  schools: readonly KnownSchool[];
  /** Places that the file does not have end. */
  endsMissing: boolean;
  /** Of the file and not taken: they have not ended. */
  refused: ReadonlySet<string>;
  refusedClasses: ReadonlySet<string>;
  /** The places that an earlier reading ended, by class and person: no others end; null: there was none. */
  onlyEnds: ReadonlySet<string> | null;
}

/** Who is in which class: what comes, what ends, and what stays. */
export class MembersPreview {
  readonly #means: MembersMeans;
  /** Places of a class that the file has not named yet, while more of the class come. */
  readonly #left = new Map<string, Map<string, KnownPlace>>();
  readonly #seenClasses = new Set<string>();
  readonly #endsByCourse = new Map<number, { name: string; schoolId: number; count: number; students: number }>();

  constructor(means: MembersMeans) {
    this.#means = means;
  }

  async take(batch: readonly ClassMembers[]): Promise<void> {
    const infos = new Map<string, ClassInfo | null | undefined>();
    for (const { class: id } of batch) if (!infos.has(id)) infos.set(id, await this.#means.classes.find(id, this.#means.schools));
    await this.#load([...infos].filter(([id]) => !this.#left.has(id)));
    for (const members of batch) await this.#takeClass(members, infos.get(members.class));
  }

  /** The places that stand now, of classes of which the first part has come. */
  async #load(classes: readonly (readonly [string, ClassInfo | null | undefined])[]): Promise<void> {
    for (const [id] of classes) this.#left.set(id, new Map());
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
    this.#seenClasses.add(id);
    const left = this.#left.get(id) as Map<string, KnownPlace>;
    for (const entry of members) {
      const place = left.get(entry[0]);
      left.delete(entry[0]);
      if (!info) await this.#leave(id, file, entry, info === undefined ? 'classUnknown' : 'classNotTaken', null);
      else if (info.standing === 'other') await this.#leave(id, file, entry, 'otherSource', info);
      else await this.#takeOne(id, file, entry, info, place);
    }
    if (!isLast) return;
    if (info && info.standing === 'known' && this.#means.endsMissing) for (const place of left.values()) await this.#endMissing(id, info, place);
    this.#left.delete(id);
  }

  async #takeOne(id: string, file: string, entry: MemberEntry, info: ClassInfo, place: KnownPlace | undefined): Promise<void> {
    const [personId, role, hasEnded] = entry;
    if (hasEnded) {
      if (place) return this.#end(id, info, place, { file, line: entry[3] }, 'placeEnds');
      return this.#means.writer.same('member');
    }
    if (place && place.role === role) return this.#means.writer.same('member');
    const person = await this.#means.people.find(personId, info.school);
    if (!person) return this.#leave(id, file, entry, person === undefined ? 'personUnknown' : 'personNotTaken', info);
    if (person.schoolId !== info.school.id) return this.#leave(id, file, entry, 'otherSchool', info);
    if (role === 'TEACHER' && person.role !== 'TEACHER') return this.#leave(id, file, entry, 'studentTeaches', info);
    if (place && info.course?.owner_id === place.accountId) return this.#leave(id, file, entry, 'ownerRole', info);
    await this.#means.writer.add({
      ...{
        kind: 'member',
        outcome: place ? 'changed' : info.standing === 'waits' ? 'waits' : 'new',
        schoolId: info.school.id,
        externalId: personId,
        withinId: id,
      },
      ...{ file, line: entry[3], name: person.name, detail: info.name, role, localId: person.accountId },
      ...(place ? { fields: { changes: { role: { before: place.role, after: role } } } } : {}),
    });
  }

  async #leave(id: string, file: string, [personId, role, , line]: MemberEntry, code: string, info: ClassInfo | null): Promise<void> {
    const person = info ? await this.#means.people.find(personId, info.school) : null;
    const isError = code === 'classUnknown' || code === 'personUnknown' || code === 'otherSchool';
    const said: Said = { column: '', value: code === 'classUnknown' || code === 'classNotTaken' ? id : personId, code };
    await this.#means.writer.add({
      ...{ kind: 'member', outcome: isError ? 'error' : 'not_taken', schoolId: info?.school.id ?? null, externalId: personId, withinId: id, file, line },
      ...{ name: person?.name ?? personId, detail: info?.name ?? id, role, said: [said] },
    });
  }

  async #endMissing(id: string, info: ClassInfo, place: KnownPlace): Promise<void> {
    if (this.#means.refused.has(`${id} ${place.externalId}`)) return; // it is in the file, and something is wrong about it
    await this.#end(id, info, place, { file: '', line: 0 }, 'placeMissing');
  }

  async #end(id: string, info: ClassInfo, place: KnownPlace, at: { file: string; line: number }, code: string): Promise<void> {
    if (this.#means.onlyEnds?.has(`${id} ${place.externalId}`) === false) return this.#means.writer.same('member');
    const person = await this.#nameOf(place);
    const isOwner = info.course?.owner_id === place.accountId;
    if (!isOwner) this.#countEnd(info, place);
    await this.#means.writer.add({
      ...{ kind: 'member', outcome: isOwner ? 'not_taken' : 'ends', schoolId: info.school.id, externalId: place.externalId, withinId: id, ...at },
      ...{
        name: person,
        detail: info.name,
        role: place.role as ClassRole,
        localId: place.accountId,
        said: [{ column: '', value: '', code: isOwner ? 'ownerStays' : code }],
      },
    });
  }

  readonly #names = new Map<number, string>();
  async #nameOf({ accountId }: KnownPlace): Promise<string> {
    const known = this.#names.get(accountId);
    if (known !== undefined) return known;
    const account = (await listAccountsByIds(this.#means.tx, [accountId])).get(accountId);
    const name = account ? `${account.first_name} ${account.last_name}`.trim() : '';
    this.#names.set(accountId, name);
    return name;
  }

  #countEnd({ course, school, name }: ClassInfo, { role }: KnownPlace): void {
    if (!course) return;
    const ends = this.#endsByCourse.get(course.id) ?? { name, schoolId: school.id, count: 0, students: 0 };
    ends.count += 1;
    if (role === 'STUDENT') ends.students += 1;
    this.#endsByCourse.set(course.id, ends);
  }

  /** Places of classes that the file does not name at all. */
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
        if (!link || !course || course.is_deleted) continue;
        const info = await this.#means.classes.find(link.externalId, [school]);
        if (info && info.standing !== 'other') await this.#endMissing(link.externalId, info, place);
      }
    }
  }

  /** Classes and schools that would lose so many that somebody has to say so. */
  async manyEnds(): Promise<ManyEnds[]> {
    const many: ManyEnds[] = [];
    const current = await countPeople(this.#means.tx, [...this.#endsByCourse.keys()]);
    for (const [id, { name, count, students }] of this.#endsByCourse) {
      const { people = 0, students: all = 0 } = current.get(id) ?? {};
      const removal: Removal = { ending: count, current: people };
      if (isMassRemoval(removal) || isEmptied({ ending: students, current: all })) many.push({ name, ...removal });
    }
    for (const [schoolId, ofSchool] of Map.groupBy(this.#endsByCourse.values(), (ends) => ends.schoolId)) {
      const removal = { ending: ofSchool.reduce((sum, { count }) => sum + count, 0), current: await countPlaces(this.#means.tx, schoolId) };
      const school = this.#means.schools.find(({ id }) => id === schoolId);
      if (isMassRemoval(removal)) many.push({ name: school?.name ?? '', ...removal });
    }
    return many.sort((one, other) => other.ending - one.ending);
  }
}
