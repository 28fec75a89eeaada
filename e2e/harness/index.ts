/**
 * The base of the journeys: the product as a process, people with browsers and connections that can be cut, pictures,
 * axe.
 */
export { listenToAnswers } from './answers.ts';
export { type FakePicker, startFakePicker } from './fake-picker.ts';
export { journey, openBrowser, sharedJourney } from './journey.ts';
export { findBarriers, type Person, showIn } from './person.ts';
export type { ProductServer } from './server.ts';
export { type Viewport, viewports } from './viewports.ts';
