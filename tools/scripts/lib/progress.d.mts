/**
 * Shows a title and a bar that grows on a terminal; in other places it prints a line at each quarter. `measure` returns the
 * finished part from 0 to 1 and is called four times a second. Returns the function that ends the display; its argument says
 * whether everything is finished.
 */
export function showProgress(title: string, measure: () => number, output?: { isTTY?: boolean; write(text: string): unknown }): (isFinished: boolean) => void;
