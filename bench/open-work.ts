/** Matches rows with open work. With the account, whichever it is, their index is used. */
export const openWork = (dueField: string) => ({ account_id: { $gte: '' }, [dueField]: { $exists: true } })
