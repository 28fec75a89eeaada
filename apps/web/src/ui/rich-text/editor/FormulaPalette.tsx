import { useId } from 'react';
import { type MessageKey, t } from '../../../base/t.ts';
import { Grid, Text } from '../../plain/layout/layout.tsx';
import styles from './editor.module.css';
import type { Typing } from './FormulaKeys.tsx';

interface Entry {
  face: string;
  name: MessageKey;
  typing: Typing;
}

/** Creates a key for a letter or symbol, which is the same in school notation and in LaTeX. */
const sign = (face: string, name: MessageKey): Entry => ({ face, name, typing: { school: [face, ''], latex: [face, ''] } });
/** Creates a key for a shape that only LaTeX can express. */
const shape = (face: string, name: MessageKey, latex: readonly [string, string]): Entry => ({ face, name, typing: { school: latex, latex } });
const GREEK: readonly Entry[] = [
  sign('α', 'palette.alpha'),
  sign('β', 'palette.beta'),
  sign('γ', 'palette.gamma'),
  sign('δ', 'palette.delta'),
  sign('ε', 'palette.epsilon'),
  sign('η', 'palette.eta'),
  sign('θ', 'palette.theta'),
  sign('κ', 'palette.kappa'),
  sign('λ', 'palette.lambda'),
  sign('μ', 'palette.mu'),
  sign('ν', 'palette.nu'),
  sign('ρ', 'palette.rho'),
  sign('σ', 'palette.sigma'),
  sign('τ', 'palette.tau'),
  sign('φ', 'palette.phi'),
  sign('χ', 'palette.chi'),
  sign('ψ', 'palette.psi'),
  sign('ω', 'palette.omega'),
  sign('Γ', 'palette.gammaLarge'),
  sign('Θ', 'palette.thetaLarge'),
  sign('Λ', 'palette.lambdaLarge'),
  sign('Σ', 'palette.sigmaLarge'),
  sign('Φ', 'palette.phiLarge'),
  sign('Ψ', 'palette.psiLarge'),
  sign('Ω', 'palette.omegaLarge'),
];
const SIGNS: readonly Entry[] = [
  sign('∞', 'palette.infinity'),
  sign('∂', 'palette.partial'),
  sign('∇', 'palette.nabla'),
  sign('∈', 'palette.in'),
  sign('∉', 'palette.notIn'),
  sign('⊂', 'palette.subset'),
  sign('∪', 'palette.union'),
  sign('∩', 'palette.intersection'),
  sign('∅', 'palette.empty'),
  sign('∀', 'palette.forAll'),
  sign('∃', 'palette.exists'),
  sign('⇒', 'palette.implies'),
  sign('⇔', 'palette.equivalent'),
  sign('←', 'palette.left'),
  sign('⇌', 'palette.balance'),
  sign('⊥', 'palette.perpendicular'),
  sign('∥', 'palette.parallel'),
  sign('∠', 'palette.angle'),
  sign('∝', 'palette.proportional'),
  sign('≡', 'palette.identical'),
];
export const SHAPES: readonly Entry[] = [
  shape('ⁿ√', 'palette.nthRoot', ['\\sqrt[n]{', '}']),
  shape('∑', 'palette.sum', ['\\sum_{i=1}^{n} ', '']),
  shape('∫', 'palette.integral', ['\\int_{a}^{b} ', '']),
  shape('lim', 'palette.limit', ['\\lim_{x \\to 0} ', '']),
  shape('a⃗', 'palette.vector', ['\\vec{', '}']),
  shape('x̄', 'palette.bar', ['\\overline{', '}']),
  shape('x̂', 'palette.hat', ['\\hat{', '}']),
  shape('ẋ', 'palette.dot', ['\\dot{', '}']),
  shape('|x|', 'palette.absolute', ['\\left| ', ' \\right|']),
  shape('m/s', 'palette.upright', ['\\mathrm{', '}']),
  shape('¹⁴C', 'palette.nuclide', ['{}^{14}_{6}\\mathrm{', '}']),
  shape('(n k)', 'palette.binomial', ['\\binom{', '}{k}']),
  shape('[::]', 'palette.matrix', ['\\begin{pmatrix} ', ' & b \\\\ c & d \\end{pmatrix}']),
  shape('{:', 'palette.cases', ['\\begin{cases} ', ' & x > 0 \\\\ 0 & x \\le 0 \\end{cases}']),
];
export const PALETTE = [
  ['palette.greek', GREEK],
  ['palette.signs', SIGNS],
  ['palette.shapes', SHAPES],
] as const;

/** The symbols that formulas of higher grades need in addition to the first keys. */
export function FormulaPalette({ onKey }: { onKey: (typing: Typing) => void }) {
  const id = useId();
  return PALETTE.map(([title, entries]) => (
    <div key={title} role="group" aria-labelledby={`${id}${title}`}>
      <Text id={`${id}${title}`} size={12.5} weight={600} tone="dimmed" above={10} className={styles.keysTitle}>
        {t(title)}
      </Text>
      <Grid gap={4} above={8} className={styles.keys}>
        {entries.map(({ face, name, typing }) => (
          <button
            key={name}
            type="button"
            className={styles.key}
            aria-label={t(name)}
            title={t(name)}
            // The phone's keyboard stays open.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onKey(typing)}
          >
            <span aria-hidden>{face}</span>
          </button>
        ))}
      </Grid>
    </div>
  ));
}
