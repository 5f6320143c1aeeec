/** The colors and sizes of the console, for pages without it. A test compares them with console/src/styles/tokens.css. */
export const TOKENS = `:root {
  color-scheme: light dark;
  --back: light-dark(#fbfbfc, #101014);
  --surface: light-dark(#ffffff, #17171c);
  --sunken: light-dark(#f4f4f6, #1d1d23);
  --line: light-dark(#e4e4e9, #2c2c35);
  --line-strong: light-dark(#8d8d9b, #6d6d7c);
  --text: light-dark(#1b1b22, #ececf1);
  --muted: light-dark(#5b5b69, #a3a3b1);
  --accent: light-dark(#3b4fd8, #98a5ff);
  --on-accent: light-dark(#ffffff, #101014);
  --font: ui-sans-serif, system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
  --small: 0.75rem;
  --body: 0.8125rem;
  --title: 0.9375rem;
  --page: 1.25rem;
  --corner: 6px;
}
`
