import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { PageFailure } from '../../page/data.ts';
import { pagePolicy } from '../../page/policy.ts';
import type { Page } from '../../page/report/document.ts';
import type { WithPage } from '../answering.ts';
import type { PageHandler, PageReply } from './page-handler.ts';

type PagesOptions = {
  answering: WithPage;
  /** The page as the build made it; undefined where there is none. */
  page: () => Page | undefined;
  onBug: (error: unknown) => void;
};

const DATA = '/data/';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
/** Below, a compressed body is hardly smaller. */
const WORTH_COMPRESSING = 1024;
const FAST = 4;
const COMPRESSED = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };

/** Of the errors that are not the asker's. */
const STATUS: Readonly<Record<string, number>> = {
  file_not_found: 404,
  not_a_file: 404,
  not_a_repository: 404,
  repository_gone: 404,
  no_commits: 404,
  not_finished: 503,
  internal: 500,
  git_missing: 500,
  git_failed: 500,
  git_timeout: 503,
};

/** The page at `/`, which holds no data, and the answers to its questions below `/data/`. */
export function pages({ answering, page, onBug }: PagesOptions): PageHandler {
  let shown: { plain: PageReply; small: PageReply } | undefined;
  const showPage = (isSmall: boolean): PageReply => {
    shown ??= bothForms(page());
    return isSmall ? (shown?.small ?? NOT_BUILT) : (shown?.plain ?? NOT_BUILT);
  };
  return {
    isPublic: path => path === '/',
    async answer({ path, query, signal, gzip: isSmall }) {
      if (path === '/') return showPage(isSmall);
      if (!path.startsWith(DATA)) return undefined;
      const question = { ...Object.fromEntries(query), about: path.slice(DATA.length) };
      try {
        const { json, isError } = await answering.page(question, { signal, progress: () => undefined });
        return await compressed(isError ? statusOf(json) : 200, json, isSmall);
      } catch (error) {
        if (!signal.aborted) onBug(error);
        return { status: 500, type: JSON_TYPE, body: JSON.stringify(BUG) };
      }
    },
  };
}

const BUG: PageFailure = {
  error: {
    code: 'internal',
    message: 'Internal error: this is a bug in Ultragit.',
    hints: ['Its details are on the stderr of the server.'],
  },
};

const NOT_BUILT: PageReply = {
  status: 500,
  type: 'text/plain; charset=utf-8',
  body: 'This build of Ultragit has no page: dist/page.html is missing.\n',
};

function bothForms(page: Page | undefined): { plain: PageReply; small: PageReply } | undefined {
  if (!page) return undefined;
  const policy = pagePolicy(page.hashes, { connect: 'self', in: 'header' });
  const plain = { status: 200, type: HTML, body: page.html, headers: { 'Content-Security-Policy': policy } };
  const body = gzipSync(page.html, { level: 9 });
  return { plain, small: { ...plain, body, headers: { ...plain.headers, ...COMPRESSED } } };
}

function statusOf(json: string): number {
  const { error }: PageFailure = JSON.parse(json);
  return STATUS[error.code] ?? 400;
}

async function compressed(status: number, json: string, isSmall: boolean): Promise<PageReply> {
  const reply = { status, type: JSON_TYPE, body: json };
  if (!isSmall || json.length < WORTH_COMPRESSING) return reply;
  return { ...reply, body: await promisify(gzip)(json, { level: FAST }), headers: COMPRESSED };
}
