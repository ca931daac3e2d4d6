/** Instead of the path of a region: every file that the annotated commit changed. No path begins with a slash. */
export const CHANGED_FILES = '/*';
