import { describe, expect, test } from 'vitest';
import { checkLayout, LAYOUT } from './layout-rules.ts';
import { parseSource } from './source.ts';

const layout = `@layer layout {
  .cw-row {
    display: flex;
    align-items: center;
  }
  .cw-gap-8 {
    gap: 8px;
  }
  .cw-clamp {
    overflow: hidden;
    text-overflow: ellipsis;
  }
}
`;
const components = parseSource('apps/web/src/ui/plain/layout/layout.tsx', "type Tag =\n  | ('div')\n  | ('p');", () => true);

describe('[B2084] a class that repeats layout components', () => {
  const check = (body: string, element: string, more = '') => {
    const sheet = `.line {\n${body
      .split(' | ')
      .map((one) => `  ${one};\n`)
      .join('')}}\n${more}`;
    const papers = new Map([
      [LAYOUT, layout],
      ['apps/web/src/a.module.css', sheet],
    ]);
    return checkLayout(
      [components, parseSource('apps/web/src/A.tsx', `import styles from './a.module.css';\nexport const a = ${element};`, () => true)],
      papers,
    );
  };
  test.each([
    ['a row', 'display: flex | align-items: center | gap: 8px', '<div className={styles.line} />'],
    ['a stretched row', 'display: flex | gap: 8px', '<div className={styles.line} />'],
    ['a cut line', 'overflow: hidden | text-overflow: ellipsis', '<p className={styles.line} />'],
  ])('is refused: %s', (_, body, element) => expect(check(body, element)).toMatchObject([{ where: 'apps/web/src/a.module.css' }]));
  test.each([
    ['says more', 'display: flex | color: red', '<div className={styles.line} />', ''],
    ['cuts without an ellipsis', 'overflow: hidden', '<div className={styles.line} />', ''],
    ['arranges what another rule displays', 'gap: 8px', '<div className={styles.line} />', ''],
    ['is named by another rule', 'display: flex', '<div className={styles.line} />', '.line b {\n  color: red;\n}\n'],
    ['is one of several selectors', 'display: flex', '<div className={styles.line} />', '.a,\n.line {\n  color: red;\n}\n'],
    ['is a button', 'display: flex', '<button className={styles.line} />', ''],
    ['is passed on', 'display: flex', '<Card className={styles.line} />', ''],
    ['is one of several', 'display: flex', "<div className={classes(styles.line, 'b')} />", ''],
  ])('is allowed if it %s', (_, body, element, more) => expect(check(body, element, more)).toEqual([]));
});
