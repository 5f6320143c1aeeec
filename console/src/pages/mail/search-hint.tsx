const OPERATORS = [
  ['from:ada', 'to:help@shop.test', 'subject:order'],
  ['has:attachment', 'filename:plan.pdf', 'has:note'],
  ['after:2026-11-01', 'before:2026-12-01'],
  ['in:archive', 'label:orders', 'is:unread', 'is:starred'],
  ['"late invoice"', '-draft', 'red or blue', 'larger:5M'],
]

/** The operators of the search, for those who want more than words. */
export function SearchHint() {
  return (
    <details className="search-hint">
      <summary>What the search understands</summary>
      <p>
        Beginnings of words, from three letters on, in any case and without marks on letters; in quotes whole words. All
        of them must match. These narrow it down:
      </p>
      <ul>
        {OPERATORS.map((line) => (
          <li key={line[0]}>
            {line.map((operator) => (
              <code key={operator}>{operator}</code>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}
