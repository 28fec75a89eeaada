/**
 * Sums up lessons of other teachers so that none of them can be identified. A published number cannot be withdrawn, and
 * anyone who records the sum on two days knows the difference. So lessons enter it in batches, in the order in which
 * they ended: a batch is full with five lessons by two teachers, and incomplete batches are not included.
 */
const LESSONS_OF_BATCH = 5;
const TEACHERS_OF_BATCH = 2;

/**
 * Returns the number of lessons included: those of all full batches. `teachers`: the teacher of each lesson, in the
 * order in which they ended.
 */
export function countAnonymousLessons(teachers: readonly number[]): number {
  let told = 0;
  let batch = new Set<number>();
  for (const [index, teacher] of teachers.entries()) {
    batch.add(teacher);
    if (index + 1 - told < LESSONS_OF_BATCH || batch.size < TEACHERS_OF_BATCH) continue;
    told = index + 1;
    batch = new Set();
  }
  return told;
}
