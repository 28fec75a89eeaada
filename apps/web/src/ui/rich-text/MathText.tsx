import { Fragment } from 'react';
import { Formula } from './Formula.tsx';
import { splitMath } from '@classwright/rules/rich-text/split-math';

/** A one-line plain text in which `$…$` is a formula, for choices and titles. */
export function MathText({ text }: { text: string }) {
  if (!text.includes('$')) return <>{text}</>;
  return (
    <>{splitMath(text).map(({ kind, value }, index) => (kind === 'math' ? <Formula key={index} latex={value} /> : <Fragment key={index}>{value}</Fragment>))}</>
  );
}
