/** Ratings by stars in half steps. */
export { Stars } from './Stars.tsx';
export { StarField, type StarFieldProps } from './StarField.tsx';
