/**
 * The demo school: made through the modules' own services, so that it is what a school would have made by hand.
 *
 * Invariants: it is only ever made where nobody lives yet; whatever is in it is invented; everybody knows its
 * passwords, so it never exists in production (`platform/config` sees to that).
 */
export { demoPassword } from './content/index.ts';
export { resetDemo } from './reset.ts';
export { seedDemoSchool } from './seed.ts';
export { adminEmail, studentEmail, teacherEmail } from './sign-ins.ts';
