import { describe, expect, it } from 'vitest';
import { type MeetingClass, proposeMeetings } from './meet.ts';

type Look = Partial<Omit<MeetingClass<string>, 'id' | 'teachers' | 'students'>> & { teachers?: number[]; students?: number[] };
const look = <Id extends string | number>(id: Id, { name = 'Physics', code = '', teachers = [], students = [], terms = [] }: Look): MeetingClass<Id> => ({
  ...{ id, name, code, terms, teachers: new Set(teachers), students: new Set(students) },
});
const propose = (there: Record<string, Look>, here: Record<number, Look>) =>
  Object.fromEntries(
    proposeMeetings(
      Object.entries(there).map(([id, one]) => look(id, one)),
      Object.entries(here).map(([id, one]) => look(Number(id), one)),
    ),
  );

describe('which class of ours a class of a source may be', () => {
  it('[B1720] goes by code first, then by name, teacher and term, and says how sure it is', () => {
    expect(propose({ a: { code: 'P-9', name: 'PHYSICS ' } }, { 1: { code: 'p-9' }, 2: {} })).toEqual({ a: { courseId: 1, by: 'codeName', isSure: true } });
    expect(propose({ a: { code: 'P-9', name: 'Science', teachers: [7] } }, { 1: { code: 'P-9', teachers: [7] } })).toEqual({
      a: { courseId: 1, by: 'codeTeacher', isSure: true },
    });
    expect(propose({ a: { code: 'P-9', name: 'Science' } }, { 1: { code: 'P-9' } })).toEqual({ a: { courseId: 1, by: 'code', isSure: false } });
    expect(propose({ a: { teachers: [7], terms: ['Autumn'] } }, { 1: { teachers: [7, 8], terms: ['autumn'] } })).toEqual({
      a: { courseId: 1, by: 'nameTeacherTerm', isSure: true },
    });
    expect(propose({ a: { teachers: [7], terms: ['Spring'] } }, { 1: { teachers: [7], terms: ['Autumn'] } })).toEqual({
      a: { courseId: 1, by: 'nameTeacherOtherTerm', isSure: false },
    });
    expect(propose({ a: { teachers: [7] } }, { 1: { teachers: [9] } })).toEqual({ a: { courseId: 1, by: 'name', isSure: false } });
    expect(propose({ a: { name: 'Chemistry' } }, { 1: {} })).toEqual({});
  });

  it('[B1720] proposes a class of ours once, and none of several that look alike', () => {
    expect(propose({ a: {}, b: {} }, { 1: {} })).toEqual({});
    expect(propose({ a: { teachers: [7] } }, { 1: { teachers: [7] }, 2: { teachers: [7] } })).toEqual({});
    // as many students in common with each
    expect(propose({ a: { teachers: [7], students: [1, 2] } }, { 1: { teachers: [7], students: [1, 8] }, 2: { teachers: [7], students: [2, 9] } })).toEqual({});
    expect(
      propose(
        { a: { teachers: [7], students: [1, 2, 3] }, b: { teachers: [7], students: [4, 5] } },
        { 1: { teachers: [7], students: [4, 5] }, 2: { teachers: [7], students: [1, 2] } },
      ),
    ).toEqual({
      a: { courseId: 2, by: 'nameTeacher', isSure: false },
      b: { courseId: 1, by: 'nameTeacher', isSure: false },
    });
    expect(propose({ a: { code: '1' }, b: { code: '2' } }, { 1: { code: '2' }, 2: { code: '1' } })).toMatchObject({ a: { courseId: 2 }, b: { courseId: 1 } });
  });

  it('[B1720] leaves out of the comparison what has its class already, on either side', () => {
    // 1 goes to a by its code, so b has only 2 left; and so for the class of ours when its other candidate is taken.
    expect(propose({ a: { code: 'P-9' }, b: {} }, { 1: { code: 'P-9' }, 2: {} })).toMatchObject({ a: { courseId: 1 }, b: { courseId: 2 } });
    expect(
      propose(
        { a: { code: 'P-9' }, b: { teachers: [7], students: [1] } },
        { 1: { code: 'P-9', teachers: [7], students: [1] }, 2: { teachers: [7], students: [1] } },
      ),
    ).toMatchObject({ a: { courseId: 1 }, b: { courseId: 2, by: 'nameTeacher' } });
    expect(
      propose(
        { a: { code: 'P-9', teachers: [7], students: [1] }, b: { teachers: [7], students: [1] } },
        { 1: { code: 'P-9' }, 2: { teachers: [7], students: [1] } },
      ),
    ).toMatchObject({ a: { courseId: 1 }, b: { courseId: 2, by: 'nameTeacher' } });
  });

  it('[B1720] takes two sections of one name and teacher for two, and letters of any script and form for the same', () => {
    expect(propose({ a: { code: 'A', teachers: [7] }, b: { code: 'B', teachers: [7] } }, { 1: { code: 'B', teachers: [7] } })).toMatchObject({
      b: { courseId: 1, by: 'codeName' },
    });
    expect(propose({ a: { name: 'Física  ２' } }, { 1: { name: 'Fi\u0301sica 2' } })).toMatchObject({ a: { courseId: 1 } });
    expect(propose({ a: { name: 'الفيزياء' } }, { 1: { name: 'الفيزياء' } })).toMatchObject({ a: { courseId: 1 } });
  });

  it('[B1720] gives two thousand classes a proposal each, none twice', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => at + 1);
    const found = proposeMeetings(
      many.map((at) => look(`c${at}`, { name: `Class ${at % 50}`, code: `K${at}`, teachers: [at % 90] })),
      many.map((at) => look(at, { name: `Class ${at % 50}`, code: `K${at}`, teachers: [at % 90] })),
    );
    expect([found.size, new Set([...found.values()].map(({ courseId }) => courseId)).size]).toEqual([2_000, 2_000]);
    expect([...found].every(([id, { courseId, isSure }]) => id === `c${courseId}` && isSure)).toBe(true);
  });
});
