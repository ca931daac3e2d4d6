/**
 * Every number that decides where annotated lines are now, whether they are gone, and which unit they belong to. All are
 * exact: a share is compared by multiplying integers, and its sign says what a tie means. ADR 8 explains the whole.
 */

type Share = (part: number, whole: number) => boolean;

const atLeast =
  (numerator: number, denominator: number): Share =>
  (part, whole) =>
    part * denominator >= whole * numerator;

const moreThan =
  (numerator: number, denominator: number): Share =>
  (part, whole) =>
    part * denominator > whole * numerator;

const atMost =
  (numerator: number, denominator: number): Share =>
  (part, whole) =>
    part * denominator <= whole * numerator;

// Aligning two versions

/**
 * Pairs of lines, or of words, that one gap between unchanged lines may have. A larger gap counts as changed: the diff
 * of two unrelated halves of a generated file would take seconds. Lower, and ordinary rewrites are not aligned.
 */
export const LARGEST_GAP = 4_000_000;

/**
 * Words of an old line that must be found, in order, in the new text of its gap for the line to lead there. Higher, and
 * a formatter that renames or requotes loses the line; lower, and `if`, `return` and `const` lead anywhere.
 */
export const isReworded = atLeast(1, 2);

/**
 * How far apart the words of one old line may be in the new version. Higher, and a `private` above another function makes
 * that function part of the region; lower, and a formatter that puts a bracket on a line of its own loses the line.
 */
export const MOST_LINES_BETWEEN_WORDS = 2;

/**
 * Of the words that no other old line has, those that a reworded line must have kept. Higher, and one renamed variable
 * hides the line; lower, and a new line that only shares its keywords is taken for it.
 */
export const isKnownByRareWords = atLeast(1, 2);

/**
 * Columns that a tab counts for where a version has tabs and the other has spaces. Any number above 1 tells what is
 * further in from what is not.
 */
export const COLUMNS_OF_TAB = 4;

// Where a range is now

/**
 * Unchanged lines of a range that hold it where they are, so that a copy of the block elsewhere does not count. At a tie
 * the block elsewhere wins: lines such as `return result;` align with other code, a whole block does not.
 */
export const isHeldInPlace = moreThan(1, 2);

/**
 * Lines with words that must be found in another place to prove a move, but for a declaration, or, without the majority, that lost code came
 * into this history. One line is no proof: any `return result;` would be the place that a deleted `return result;` moved
 * to, and any function of the same name the one that was never merged.
 */
export const LEAST_MOVED_LINES = 2;

/**
 * Words of a line that is enough by itself: a single line that moved, or a header whose body went elsewhere. Lower, and a
 * deleted `flush(queue);` is any other one, and a `try {` holds the code that it was around; higher, and a constant that
 * was moved to the top is gone.
 */
export const LEAST_WORDS_OF_DECLARATION = 3;

/**
 * Lines with words that must be found in one other place by their words alone, where the block was moved and edited or
 * reformatted. Lower, and a function that quotes a third of the old one is taken for it.
 */
export const isMostlyMoved = atLeast(1, 2);

/**
 * How far the lines that were found may lie apart, compared with the old range, where its shape does not tell what lies
 * between them. Higher, and two lines at the two ends of a file make the whole file the region; lower, and a region that
 * lines were inserted in is cut in two.
 */
export const isTogether = atMost(2, 1);

/**
 * Lines, unchanged or reworded, that prove that the region survived. At a tie it did not: half of the lines of most
 * functions (`if (!x) return;`) are found in any other function.
 */
export const isProvenByMostLines = moreThan(1, 2);

/**
 * Lines that nothing else in either version looks like. Fewer of them prove as much as the majority of all lines do,
 * if they are together. Higher, and a function whose body was reworded is gone; lower, and one reused constant is it. A
 * single one is enough if it is unchanged and the first of the range, or has a word of its own beside an unchanged
 * neighbour.
 */
export const isProvenByDistinctiveLines = atLeast(1, 3);

/**
 * Lines of a lost commit that are in today's file, which one commit must own to be the one that brought them. At a tie
 * nobody can tell which of two it was.
 */
export const isWrittenByOne = moreThan(1, 2);

// Where the outline and the lines disagree

/**
 * Lines of a range, by their text or their words, that keep a region whose unit has no name in today's outline. At a
 * tie, what is found in the old place is another unit.
 */
export const areMostLinesKept = moreThan(1, 2);

/**
 * Size of annotated lines that reach out of their unit, compared with it, up to which they are the part of it that they
 * have. Higher, and a range that was miscounted by a few lines is cut short; lower, and the last lines of a unit become
 * all of it.
 */
export const isPartOfUnit = atMost(1, 2);

// Which unit of today's outline a region describes

/**
 * Likeness of the lines of a region and a unit of another name, or of none, from which on they are the same code. Lower,
 * and a class gets the annotation of one method; higher, and a doc comment in the range hides its function.
 */
export const LEAST_LIKENESS = 0.5;

/**
 * Changed lines of a named region, out of all, up to which it still describes code that has another name today. Higher,
 * and an annotation of a deleted function is shown as one of the function that took its place.
 */
export const mayBeRenamed = atMost(1, 2);

// How a change is described

/** The newest are the ones that a reader looks at; the count of lines says how much changed. */
export const MOST_COMMITS_NAMED = 3;

/** Characters of a commit's first paragraph, which is a whole message where the author wrote no blank line. */
export const LONGEST_SUMMARY = 200;

// Which unit of another version is the same

/**
 * Likeness of two bodies from which on a unit of a new name is the old one. Higher, and a function that was renamed and
 * edited in one commit is gone; lower, and its near copy is taken for it.
 */
export const LEAST_ALIKE = 0.6;

/** The same for a unit that keeps the last part of its name and has another owner, or another file. */
export const LEAST_ALIKE_BY_NAME = 0.4;

/** How much more alike than the next the best candidate must be. Lower, and one of two twins is chosen by a blank. */
export const CLEARLY_MORE_ALIKE = 0.08;

/** Words that a body must have to be known by them alone: `return this.name;` is in every class. */
export const LEAST_WORDS = 8;

/**
 * The same for units of one whole name, where others of that name have a claim: a stub that declares an overload has
 * nothing of the body.
 */
export const LEAST_ALIKE_NAMESAKE = 0.2;

/**
 * Pairs of units that came and went between two versions, up to which each is compared with each. Beyond it, only a unit
 * that keeps the last part of its name is known again: to compare thousands of bodies with thousands takes minutes.
 */
export const MOST_BODIES_COMPARED = 100_000;

/** Of so many units that came and went, those of one last name that are compared with each other. */
export const MOST_NAMESAKES_COMPARED = 30;

/** Lines by which writers miscount. Higher, and lines that are about something else become the next unit of a name. */
export const FARTHEST_MISCOUNT = 12;
