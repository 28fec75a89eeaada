import './formula.css';

let asked = false;

/** Loads the formula font once. Formulas use it when it is loaded, and are readable without it until then. */
export function loadFormulaFont(): void {
  if (asked || !('fonts' in document)) return;
  asked = true;
  document.fonts.load('1em Formula').then(
    (found) => {
      if (found.length > 0) document.documentElement.dataset['formulaFont'] = '';
    },
    () => {
      asked = false;
    },
  );
}
