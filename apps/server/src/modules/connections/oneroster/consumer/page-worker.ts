// A worker thread that parses pages of other systems; see source-client.ts.
import { serveWork } from '../../../../platform/workers/index.ts';
import { type PageText, parsePage } from './parse-page.ts';

serveWork((page: PageText) => ({ batches: [parsePage(page)] }));
