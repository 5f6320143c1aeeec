import { TOKENS } from '../pages/tokens.js'

/** The look of the console, with larger text: these pages are for reading. */
export const STYLE = `${TOKENS}
*, *::before, *::after { box-sizing: border-box }
html { background: var(--back); color: var(--text); font: 400 var(--title) / 1.6 var(--font);
  font-variant-numeric: tabular-nums; overflow-y: scroll; scroll-padding-top: 16px }
body { margin: 0 }
a { color: var(--accent); text-underline-offset: 2px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; top: -100px; left: 8px; padding: 8px 12px; background: var(--surface); z-index: 1 }
.skip:focus { top: 8px }

.docs { display: grid; grid-template-columns: 240px minmax(0, 1fr); grid-template-rows: auto 1fr; min-height: 100vh }
.top { grid-area: 1 / 1; padding: 24px 12px 8px }
.pages { grid-area: 2 / 1; padding: 0 12px 24px; font-size: var(--body) }
.top, .pages { border-right: 1px solid var(--line) }
main { grid-area: 1 / 2 / span 2; min-width: 0; padding: 24px 32px 48px; outline: none }
.page { max-width: 760px }

.brand { display: flex; align-items: center; gap: 8px; padding: 0 8px; color: var(--text); font-weight: 600; text-decoration: none }
.brand img { width: 20px; height: 20px }
.brand span { color: var(--muted); font-weight: 400 }
.to-pages { display: none }
.search { position: relative; display: flex; margin: 16px 8px 0 }
.search input { width: 100%; height: 32px; padding: 0 8px; border: 1px solid var(--line-strong); border-radius: var(--corner);
  background: var(--surface); color: var(--text); font: inherit; font-size: var(--body) }
.suggestions { position: absolute; top: 36px; left: 0; z-index: 1; width: min(480px, calc(100vw - 32px)); margin: 0; padding: 4px;
  border: 1px solid var(--line-strong); border-radius: var(--corner); background: var(--surface); font-size: var(--body);
  list-style: none }
.suggestions li { margin: 0; padding: 8px; border-radius: 4px; cursor: pointer }
.suggestions li:hover, .suggestions [aria-selected="true"] { background: var(--sunken) }
.suggestions [aria-selected="true"] { outline: 2px solid var(--accent); outline-offset: -2px }

.pages h2 { margin: 16px 8px 4px; font-size: var(--small); font-weight: 600; color: var(--muted) }
.pages ul { margin: 0; padding: 0; list-style: none }
.pages li { margin: 0 }
.pages a { display: block; padding: 4px 8px; border-radius: var(--corner); color: var(--text); text-decoration: none }
.pages a:hover { background: var(--sunken) }
.pages a[aria-current] { background: var(--sunken); font-weight: 600 }

h1, h2, h3, h4 { line-height: 1.3; font-weight: 600; overflow-wrap: anywhere }
h1 { margin: 0 0 16px; font-size: 1.5rem }
.page h2 { margin: 40px 0 12px; font-size: var(--page) }
h3 { margin: 24px 0 8px; font-size: 1rem }
h4 { margin: 24px 0 8px; font-size: var(--title) }
.anchor { color: inherit; text-decoration: none }
.anchor:hover { text-decoration: underline }
p, ul, ol, pre, .wide, blockquote { margin: 0 0 16px }
.page ul, .page ol { padding-left: 24px }
li + li { margin-top: 4px }
li > p, li > pre { margin: 8px 0 }
p, li, td { overflow-wrap: break-word }
code { padding: 1px 4px; border-radius: 4px; background: var(--sunken); font: 0.875em var(--mono); overflow-wrap: anywhere }
pre { padding: 12px 16px; border: 1px solid var(--line); border-radius: var(--corner); background: var(--sunken); overflow-x: auto }
pre code { padding: 0; background: none; font-size: var(--body); line-height: 1.5; overflow-wrap: normal }
.sample { position: relative; margin: 0 0 16px }
.sample pre { margin: 0; padding-right: 80px }
.is-comment { color: var(--muted) }
.is-string { color: light-dark(#1a6b3c, #8fd6a8) }
.is-number { color: light-dark(#8a4b00, #f0b072) }
.is-name { color: light-dark(#8a2a6b, #f0a6d6) }
.is-keyword { color: var(--accent) }
.copy { position: absolute; top: 8px; right: 8px; padding: 4px 8px; border-color: var(--line-strong);
  background: var(--surface); color: var(--text); font-size: var(--small); font-weight: 400 }
.unseen { position: fixed; width: 1px; height: 1px; opacity: 0 }
blockquote { padding-left: 16px; border-left: 3px solid var(--line); color: var(--muted) }
.wide { overflow-x: auto }
main img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: var(--corner) }
table { width: 100%; border-collapse: collapse; font-size: var(--body) }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
th { font-weight: 600; color: var(--muted) }
td code { overflow-wrap: normal }
.right { text-align: right }
.center { text-align: center }

.contents { margin: 0 0 24px; font-size: var(--body) }
.contents summary { color: var(--muted); cursor: pointer }
.contents ul { margin: 8px 0 0; padding-left: 24px }
.around { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 16px; margin-top: 48px; padding-top: 16px;
  border-top: 1px solid var(--line); font-size: var(--body) }
.around a { padding: 8px 0 }
.around .next { margin-left: auto }
.found { padding: 0; list-style: none }
.page .found { padding: 0 }
.found li { padding: 12px 0; border-top: 1px solid var(--line) }
.found p { margin: 4px 0 0; color: var(--muted); font-size: var(--body) }

small { color: var(--muted); font-size: var(--small) }
.operation { margin-top: 48px; padding-top: 8px; border-top: 1px solid var(--line) }
.page .operation h2 { margin-top: 24px }
details { margin: 0 0 16px }
summary { padding: 4px 0; font-weight: 600; cursor: pointer }
td p, td ul { margin: 0 }
.key, .own-key, .try { padding: 12px 16px; border: 1px solid var(--line); border-radius: var(--corner); background: var(--surface) }
.key small, .own-key small { display: block; margin-top: 4px }
.key label, .own-key label, .try label { display: block; font-size: var(--body); font-weight: 600 }
.key input, .own-key input, .try input, .try textarea { width: 100%; max-width: 100%; padding: 6px 8px; border: 1px solid var(--line-strong);
  border-radius: var(--corner); background: var(--back); color: var(--text); font: var(--body) / 1.5 var(--mono) }
.try p, .own-key p { margin: 12px 0 }
.own-key p:empty { margin: 0 }
button { padding: 8px 16px; border: 1px solid transparent; border-radius: var(--corner); background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }

@media (max-width: 800px) {
  .docs { display: block }
  .top { display: flex; align-items: center; justify-content: space-between; padding: 8px 16px; border: 0; border-bottom: 1px solid var(--line) }
  .brand { padding: 0 }
  .top { flex-wrap: wrap }
  .search { flex-basis: 100%; margin: 8px 0 0 }
  .to-pages { display: block; padding: 8px 0; font-size: var(--body) }
  main { padding: 24px 16px }
  .pages { padding: 16px; border: 0; border-top: 1px solid var(--line) }
  .pages a { padding: 8px }
}
@media print {
  .top, .pages, .around, .contents, .copy, .own-key { display: none }
  .docs { display: block }
}
`
