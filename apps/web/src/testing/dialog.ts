/**
 * What browsers do with <dialog> and jsdom does not: open, close, and Escape as a cancel event. Import for its effect.
 */
const prototype = HTMLDialogElement.prototype;
prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.addEventListener('keydown', onKey);
};
function onKey(this: HTMLDialogElement, event: KeyboardEvent): void {
  // after all others have heard of the key: any of them may keep it to itself
  queueMicrotask(() => {
    if (event.key === 'Escape' && !event.defaultPrevented) this.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
}
prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  setTimeout(() => this.dispatchEvent(new Event('close'))); // a task later, as browsers tell it
};

export {};
