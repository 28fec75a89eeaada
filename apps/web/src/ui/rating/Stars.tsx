import { classes } from '../plain/classes.ts';
import { IconStar, IconStarFilled, IconStarHalfFilled } from '../feature-icons/icons.ts';
import styles from './rating.module.css';

const PLACES = [1, 2, 3, 4, 5] as const;

/** Five stars, filled by halves. Decorative: the number and its word are next to them. */
export function Stars({ value, size = 14, className }: { value: number; size?: number; className?: string | undefined }) {
  return (
    <span className={classes(styles.stars, className)} aria-hidden>
      {PLACES.map((place) => {
        const Star = value >= place ? IconStarFilled : value >= place - 0.5 ? IconStarHalfFilled : IconStar;
        return <Star key={place} size={size} />;
      })}
    </span>
  );
}
