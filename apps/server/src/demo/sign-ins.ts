/** Email addresses of the demo's people. Numbers start at 1, and the first teacher's and guardian's addresses have none. */
export const adminEmail = 'admin@demo.school';
export const teacherEmail = (number: number): string => `teacher${number === 1 ? '' : number}@demo.school`;
export const studentEmail = (number: number): string => `student${number}@demo.school`;
export const guardianEmail = (number: number): string => `guardian${number === 1 ? '' : number}@demo.school`;
