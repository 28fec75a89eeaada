import { useId } from 'react';
import { lookStyles, type sidebarLook } from '../../../ui/page-menu/sidebar-look.ts';
import { classes } from '../../../ui/plain/classes.ts';
import { Grid, Stack } from '../../../ui/plain/layout/layout.tsx';
import styles from './SettingsPanel.module.css';

/** A choice between several appearances, each with a small picture. */
export function Choices<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
  swatch,
}: {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  swatch: (value: Value) => ReturnType<typeof sidebarLook>;
}) {
  const name = useId();
  return (
    <Grid as="fieldset" gap={8} shrinks className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => {
        const look = swatch(value);
        return (
          <Stack as="label" key={value} gap={4} size={13} centered className={styles.choice}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span {...look} className={classes(look.className, lookStyles.surface, styles.swatch)} aria-hidden />
            <span>{label}</span>
          </Stack>
        );
      })}
    </Grid>
  );
}
