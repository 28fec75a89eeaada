/**
 * Lessons of other teachers as one sum in which none of them can be found. What is told once cannot be taken back, and
 * whoever writes the sum down on two days has the difference. So lessons enter it in batches, in the order in which they
 * ended: a batch is full with five lessons by two teachers, and what is not full yet is not told.
 */
const LESSONS_OF_BATCH = 5;
const TEACHERS_OF_BATCH = 2;

/** How many of the lessons are told: those of all full batches. `teachers`: of each lesson, in the order in which they ended. */
export function countNameless(teachers: readonly number[]): number {
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
