/** The commands that ask; listed here for what runs before the registry is loaded. */
export const QUERY_WORDS: readonly string[] = ['read', 'deps', 'summary', 'history', 'why', 'search'];
