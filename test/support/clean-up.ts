// What is tidied up after each test, or after each file. Test files share a process and its modules, so a hook that a
// module registered itself would be there for the first file alone.
type CleanUp = () => void | Promise<void>;

const afterTests = new Set<CleanUp>();
const afterFiles = new Set<CleanUp>();

/** For the top of a module: from then on, after every test of every file. */
export function afterEachTest(cleanUp: CleanUp): void {
  afterTests.add(cleanUp);
}

/** For the top of a module: from then on, after every file. */
export function afterEachFile(cleanUp: CleanUp): void {
  afterFiles.add(cleanUp);
}

export async function cleanUpAfterTest(): Promise<void> {
  for (const cleanUp of afterTests) await cleanUp();
}

export async function cleanUpAfterFile(): Promise<void> {
  for (const cleanUp of afterFiles) await cleanUp();
}
