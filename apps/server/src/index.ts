export { buildServer, type ClasswrightServer, type ServerOptions } from './app.ts';
