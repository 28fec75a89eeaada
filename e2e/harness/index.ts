/**
 * The tools of journeys: the product as a process, people with browsers and lines that can be cut, pictures, axe.
 *
 * - `journey` is the usual choice: the product on a fresh copy of the demo school. The process that ran the product of the
 *   journey before runs this one, so it costs about half a second.
 * - `sharedJourney` is for journeys that only read, or leave nothing that another one of the file would meet: they share
 *   one product.
 * - `signIn` is the usual way in, by a call, with the first page in `to`; `signInAtPage` types at the sign-in page.
 * - A journey that takes minutes and that a usual change does not break goes into a file `*.proof.journey.ts`.
 *
 * Files of a worker share its browser, its processes and its modules; a file keeps nothing for the next one.
 */
export { listenToAnswers } from './answers.ts';
export { type FakePicker, startFakePicker } from './fake-picker.ts';
export { journey, openBrowser, sharedJourney } from './journey.ts';
export { findBarriers, type Person, showIn } from './person.ts';
export type { ProductServer } from './server.ts';
export { type Viewport, viewports } from './viewports.ts';
