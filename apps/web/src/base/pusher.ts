/** The Pusher client, as a separate part of the program: `loadChunk` needs a module of ours. */
export { default as Pusher } from 'pusher-js';
