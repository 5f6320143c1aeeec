/** Queries with one of these types show the list. */
export const LIST_TYPES = ['Suppression', 'SuppressionConnection'] as const
