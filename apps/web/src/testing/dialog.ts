/**
 * Adds the behavior of <dialog> that jsdom lacks: open, close, and Escape as a cancel event. Import it for its effect.
 */
const prototype = HTMLDialogElement.prototype;
prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.addEventListener('keydown', onKey);
};
function onKey(this: HTMLDialogElement, event: KeyboardEvent): void {
  // This runs after all other listeners for the key, since any of them may stop it.
  queueMicrotask(() => {
    if (event.key === 'Escape' && !event.defaultPrevented) this.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
}
prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  setTimeout(() => this.dispatchEvent(new Event('close'))); // a task later, as browsers tell it
};

export {};
