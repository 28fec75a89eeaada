/** The Pusher client, as a part of the program of its own: `loadChunk` needs a module of ours. */
export { default as Pusher } from 'pusher-js';
