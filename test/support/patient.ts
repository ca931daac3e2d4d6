/** With this environment no deadline of the program passes, however busy the machine is. */
export const PATIENT = { ULTRAGIT_DEADLINE_FACTOR: '100' };

/** With this one, deadlines pass at once: for tests of what happens then. */
export const IMPATIENT = { ULTRAGIT_DEADLINE_FACTOR: '0.02' };
