export const DECISION_PATTERN = 'constraint';
