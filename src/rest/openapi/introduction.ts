/** What a reader of the document has to know before any operation. */
export const INTRODUCTION = `
Transactional email with an append-only timeline for every message, and signed webhooks.

**Keys.** Send \`Authorization: Bearer <API_KEY>\`. A key has one scope: \`send\`, \`read\` or \`admin\`; \`admin\` may do
everything. Keys that begin with \`sk_test_\` simulate: nothing is sent and nothing is billed.

**Errors** have one envelope, \`{"error": {"code", "message", "status"}}\`. Branch on \`code\`; take an unknown one as its
status class. A request of the wrong shape also gets \`details\`, field by field.

**Retries.** A send carries an \`idempotency_key\`: the same key with the same body answers the first result again and
sends nothing twice. After a 429 nothing was done; wait for the seconds in \`Retry-After\`.

**Lists** are newest first. Pass \`next_cursor\` as \`cursor\` until it is null.

**Values.** Timestamps are RFC 3339, in answers UTC with milliseconds. Money is in micro-dollars. Fields that are absent
are null. Unknown fields of a request are ignored, and answers may get further fields.
`.trim()
