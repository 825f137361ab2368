/** What the files of many audits are called within the folder of the results. */

export const AUDITS_LOG = 'audits.log.jsonl';

/** There while a process writes to the folder of the results. */
export const AUDITS_LOCK = 'audits.lock';

/** The folder of the reports. */
export const REPORTS = 'reports';

export const RESULT_NAMES = { csv: 'audits.csv', jsonl: 'audits.jsonl', page: 'index.html' } as const;
