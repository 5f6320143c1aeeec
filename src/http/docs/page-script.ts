/**
 * The script of all pages: buttons that copy samples, the reader's address and key in them, and pages that are found while
 * the reader types. Without it, the pages lack only these.
 */
export const PAGE_SCRIPT = `'use strict'
const COPIED_MS = 2000
const TYPING_MS = 150
const DAY_MS = 86400000
const MOST_SUGGESTED = 6

for (const place of document.querySelectorAll('[data-address]')) place.textContent = location.origin
for (const sample of document.querySelectorAll('.sample')) addCopyButton(sample)
const keyField = document.querySelector('.own-key')
if (keyField) workKeyField(keyField)
workSearch(document.querySelector('.search'))

function make(name, properties) {
  return Object.assign(document.createElement(name), properties)
}

function addCopyButton(sample) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    const isCopied = await copy(sample.querySelector('code').textContent)
    button.textContent = isCopied ? 'Copied' : 'Not copied'
    setTimeout(() => (button.textContent = 'Copy'), COPIED_MS)
  })
  sample.append(button)
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without https, browsers have only the old way.
    const area = make('textarea', { value: text, className: 'unseen' })
    document.body.append(area)
    area.select()
    const isCopied = document.execCommand('copy')
    area.remove()
    return isCopied
  }
}

function workKeyField(field) {
  const input = field.querySelector('input')
  const status = field.querySelector('[role="status"]')
  const places = [...document.querySelectorAll('[data-key]')].map((place) => ({ place, text: place.textContent }))
  field.hidden = false
  input.addEventListener('input', () => show(input.value.trim()))
  field.querySelector('button').addEventListener('click', async () => {
    const response = await makeKey().catch(() => null)
    if (response?.ok) {
      input.value = (await response.json()).key
      return show(input.value)
    }
    status.textContent =
      response?.status === 401 || response?.status === 403
        ? 'Sign in to the console with an admin key first, then try again.'
        : 'No key was made. Try again.'
  })

  function show(key) {
    const isKey = /^sk_(live|test)_[A-Za-z0-9_-]+$/.test(key)
    const isLive = key.startsWith('sk_live_')
    for (const { place, text } of places) {
      const isFor = isKey && !(isLive && place.dataset.key === 'test')
      place.textContent = !isFor ? text : 'quoted' in place.dataset ? "'" + key + "'" : key
    }
    status.textContent = isKey ? 'The samples have your key.' : key === '' ? '' : 'A key begins with sk_test_ or sk_live_.'
  }
}

function makeKey() {
  return fetch('/v1/keys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'docs' },
    body: JSON.stringify({
      name: 'Samples of the documentation',
      scope: 'admin',
      test_mode: true,
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    }),
  })
}

function workSearch(form) {
  const input = form.querySelector('input')
  const list = make('ul', { id: 'suggestions', className: 'suggestions', hidden: true })
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Pages that are found')
  form.append(list)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  input.autocomplete = 'off'
  let timer
  let chosen = -1
  close()

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(suggest, TYPING_MS)
  })
  input.addEventListener('keydown', (event) => {
    const { length } = list.children
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault()
      close()
    } else if (!list.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One place more than pages: the field itself.
      choose(((chosen + 1 + step + length + 1) % (length + 1)) - 1)
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault()
      open(list.children[chosen])
    }
  })
  form.addEventListener('focusout', close)
  // Before the field loses the focus.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => open(target.closest('li')))

  async function suggest() {
    const query = input.value.trim()
    if (query === '') return close()
    const found = await ask(query).catch(() => [])
    if (query !== input.value.trim() || document.activeElement !== input) return
    list.replaceChildren(...found.map(optionOf))
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    choose(-1)
  }

  function choose(index) {
    chosen = index
    for (const [place, option] of [...list.children].entries()) option.setAttribute('aria-selected', String(place === index))
    if (index >= 0) input.setAttribute('aria-activedescendant', list.children[index].id)
    else input.removeAttribute('aria-activedescendant')
  }

  function close() {
    clearTimeout(timer)
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    choose(-1)
  }

  function open(option) {
    if (option) location.assign(option.dataset.address)
  }
}

/** The first pages of the page of the search. */
async function ask(query) {
  const response = await fetch('/docs/search?q=' + encodeURIComponent(query))
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return [...page.querySelectorAll('.found > li > a')].slice(0, MOST_SUGGESTED)
}

function optionOf(link, index) {
  const option = make('li', { id: 'suggestion-' + index, textContent: link.textContent })
  option.setAttribute('role', 'option')
  option.dataset.address = link.getAttribute('href')
  return option
}
`
