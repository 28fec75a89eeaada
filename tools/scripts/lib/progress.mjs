// Shows the progress of long work.

const WIDTH = 30;
const LOOKS_MS = 250;

/**
 * Shows a title and a bar that grows on a terminal; in other places it prints a line at each quarter. `measure` returns the
 * finished share (0 to 1) and is called four times a second. Returns the function that ends the display; its argument says
 * whether everything is finished.
 */
export function showProgress(title, measure, output = process.stdout) {
  let told = 0;
  const show = (part) => {
    if (output.isTTY) output.write(`\r${title} [${'#'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '-')}] ${String(Math.floor(part * 100)).padStart(3)}%`);
    else if (Math.floor(part * 4) > told) {
      told = Math.floor(part * 4);
      output.write(`${title} ${told * 25}%\n`);
    }
  };
  show(0);
  const timer = setInterval(() => show(measure()), LOOKS_MS);
  return (isDone) => {
    clearInterval(timer);
    if (isDone) show(1);
    if (output.isTTY) output.write('\n');
  };
}
