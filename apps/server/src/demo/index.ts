/**
 * The demo school, created through the modules' own services, so that it is the same as a school that people set up.
 *
 * Invariants: it is only created in an empty installation; everything in it is invented; its passwords are public, so
 * it never exists in production (`platform/config` ensures that).
 */
export { demoPassword } from './content/index.ts';
export { resetDemo } from './reset.ts';
export { seedDemoSchool } from './seed.ts';
export { adminEmail, guardianEmail, studentEmail, teacherEmail } from './sign-ins.ts';
