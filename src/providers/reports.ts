/* What the reader threads need of the providers. Apart from `index.ts`, which loads the libraries of all of them. */
export { readStoredReport, type StoredReport } from './smtp/reports/stored-report.js'
