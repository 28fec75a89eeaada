/** The client of the upload protocol, loaded with the first upload. */
export { Upload } from 'tus-js-client';
