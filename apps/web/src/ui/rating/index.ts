/** Ratings by stars in half steps. */
export { Stars } from './Stars.tsx';
export { StarField } from './StarField.tsx';
