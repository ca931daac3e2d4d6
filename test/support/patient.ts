/** With this environment no deadline of the program passes, however busy the machine is. A test of a deadline sets its own. */
export const PATIENT = { ULTRAGIT_DEADLINE_FACTOR: '100' };
