import './formula.css';

let asked = false;

/** Fetches the font of formulas once; formulas take it when it is there, and are read without it until then. */
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
