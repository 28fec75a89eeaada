/** The code of the class that `manyGrades` makes. */
export declare const keyOfGrades: ({ students, items }: GradesShape) => string;
/** How large a class is; one teacher unless said. */
export interface GradesShape {
  students: number;
  items: number;
  teachers?: number;
}
/** Statements that make one class of so many students and items, most of them graded, as a term leaves it: halves on work out of 50, a fifth ungraded. */
export declare function manyGrades({ students, items, teachers }: GradesShape): string[];
