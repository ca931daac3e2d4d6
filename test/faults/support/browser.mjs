// A browser for `ultragit view`: asks what the page asks first, and ends the server that started it.
const [address = ''] = process.argv.slice(2);
try {
  for (const what of ['', 'data/repository', 'data/graph']) await fetch(new URL(`/${what}`, address));
} finally {
  process.kill(process.ppid, 'SIGINT');
}
