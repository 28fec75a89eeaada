import type { Plugin } from 'vite';

/** Serves entries at their own addresses in development, as the server does in production. */
export function devPlugin(): Plugin {
  return {
    name: 'classwright-dev-entries',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url && /^\/(student-live-learning|j)(\/|\?|$)/.test(request.url)) request.url = request.url.replace(/^[^?]*/, '/join.html');
        if (request.url && /^\/wall\/?(\?|$)/.test(request.url)) request.url = request.url.replace(/^[^?]*/, '/wall.html');
        if (request.url && /^\/drive-picker\/?(\?|$)/.test(request.url)) request.url = request.url.replace(/^[^?]*/, '/drive-picker.html');
        next();
      });
    },
  };
}
