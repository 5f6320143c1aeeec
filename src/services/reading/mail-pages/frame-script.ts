/** Names what a frame tells its page, so that nothing else is taken for it. */
export const FRAME_HEIGHT = 'postline-frame-height'

/**
 * The one script that runs in the frame of a mail. It folds what the mail quotes at its end behind a summary, and tells
 * the page around the frame how high the mail is, whenever that changes. The policy of the frame names it by its
 * digest, so that nothing else runs there, and the frame has a separate origin, so that a script could reach nothing.
 */
export const FRAME_SCRIPT = `
addEventListener('DOMContentLoaded', () => {
  const page = document.documentElement
  const fold = (quote) => {
    const before = document.createRange(), after = document.createRange()
    before.selectNodeContents(document.body)
    before.setEndBefore(quote)
    after.selectNodeContents(document.body)
    after.setStartAfter(quote)
    if (before.toString().trim() === '' || after.toString().trim() !== '') return
    const details = document.createElement('details'), summary = document.createElement('summary')
    summary.textContent = 'Quoted text'
    quote.before(details)
    details.append(summary, quote)
  }
  const quotes = [...document.querySelectorAll('blockquote')].filter((each) => !each.parentElement.closest('blockquote'))
  if (quotes.length > 0) fold(quotes[quotes.length - 1])
  const tell = () =>
    parent.postMessage({ type: '${FRAME_HEIGHT}', height: Math.max(page.offsetHeight, document.body.scrollHeight) }, '*')
  const watch = new ResizeObserver(tell)
  watch.observe(page)
  watch.observe(document.body)
  addEventListener('load', tell, true)
  addEventListener('toggle', tell, true)
})
`
