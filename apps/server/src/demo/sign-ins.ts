/** Addresses of the demo's people. Numbers are from 1; the first teacher has none in the address. */
export const adminEmail = 'admin@demo.school';
export const teacherEmail = (number: number): string => `teacher${number === 1 ? '' : number}@demo.school`;
export const studentEmail = (number: number): string => `student${number}@demo.school`;
