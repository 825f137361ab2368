/** The elements of a report that its script looks for. */
export const REPORT_FIGURE = 'audit-figure';
export const REPORT_DATA = 'audit-figure-data';
