import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { TermIndex } from '../../platform/search/term-index.js'

/** The mails by their terms. */
export const mailIndex = ({ mailItems }: Pick<Models, 'mailItems'>): TermIndex<MailItemDoc> => ({
  rows: mailItems.collection,
  terms: 'terms',
  position: 'position',
})
