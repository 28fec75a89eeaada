/** The client of the upload protocol, fetched with the first upload. */
export { Upload } from 'tus-js-client';
