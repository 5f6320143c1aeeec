/** The description of the API, at the top of the document. */
export const INTRODUCTION = `
Transactional email with an append-only timeline for every message, and signed webhooks.

**Keys.** Send \`Authorization: Bearer <API_KEY>\`. A key has one scope: \`send\`, \`read\` or \`admin\`; \`admin\` may do
everything. Keys that start with \`sk_test_\` simulate mail: nothing is sent or billed.

**Errors** have one envelope, \`{"error": {"code", "message", "status"}}\`. Branch on \`code\`; treat an unknown one like
its status class. If a request does not match its schema, \`details\` names the fields.
With \`Accept: application/problem+json\` they come as problem details (RFC 9457).

**Retries.** A send has an \`idempotency_key\`: a repeated request with the same key and body gets the first response
again and sends nothing. After a 429 nothing was done; wait for the number of seconds in \`Retry-After\`.

**HEAD** answers on every path that has GET, with the same headers and no body; it marks nothing as read or opened.

**Browsers.** Pages of the origins that the deployment allows (\`CORS_ORIGINS\`) can call the API with a key, but never
with a session.

**Lists** are newest first. Pass \`next_cursor\` as \`cursor\` until it is null.

**Values.** Timestamps are RFC 3339, in responses in UTC with milliseconds. Money is in micro-dollars. Absent fields are
null. Responses may get new fields. Unknown fields and query parameters in requests are 400 \`invalid_request\`, with the
name that was probably meant; objects whose names you choose (tags, metadata, variables, attributes, headers) take any.
`.trim()
