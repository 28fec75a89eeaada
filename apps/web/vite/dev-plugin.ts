import type { Plugin } from 'vite';

/** In development, the student's address serves the student's entry, as the server does in production. */
export function devPlugin(): Plugin {
  return {
    name: 'classwright-dev-entries',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url && /^\/student-live-learning\/?(\?|$)/.test(request.url)) request.url = request.url.replace(/^[^?]*/, '/join.html');
        next();
      });
    },
  };
}
