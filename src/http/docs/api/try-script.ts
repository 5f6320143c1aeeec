/** The script of the reference: sends what the forms say to this server, and shows the response as text. */
export const TRY_SCRIPT = `'use strict'
const MAX_SHOWN_CHARS = 100000
const tryKey = document.querySelector('.key')
if (tryKey) tryKey.hidden = false

for (const form of document.querySelectorAll('.try')) {
  form.hidden = false
  form.querySelector('button').addEventListener('click', () => send(form))
}

async function send(form) {
  const output = form.querySelector('pre')
  output.hidden = false
  output.textContent = '…'
  try {
    const response = await fetch(addressOf(form), requestOf(form))
    output.textContent = response.status + ' ' + response.statusText + '\\n\\n' + (await textOf(response))
  } catch (error) {
    output.textContent = String(error)
  }
}

function addressOf(form) {
  const query = new URLSearchParams()
  let path = form.dataset.path
  for (const { dataset, value } of form.querySelectorAll('[data-in]')) {
    if (dataset.in === 'path') path = path.replace('{' + dataset.name + '}', encodeURIComponent(value))
    if (dataset.in === 'query' && value !== '') query.append(dataset.name, value)
  }
  return query.size > 0 ? path + '?' + query : path
}

function requestOf(form) {
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'docs' })
  const key = document.getElementById('key').value.trim()
  if (key) headers.set('Authorization', 'Bearer ' + key)
  for (const { dataset, value } of form.querySelectorAll('[data-in="header"]')) {
    if (value !== '') headers.set(dataset.name, value)
  }
  return { method: form.dataset.method, headers, body: bodyOf(form, headers) }
}

function bodyOf(form, headers) {
  const field = form.querySelector('[data-body]')
  if (!field) return undefined
  if (field.type === 'file') {
    const parts = new FormData()
    if (field.files[0]) parts.append('file', field.files[0])
    return parts
  }
  headers.set('Content-Type', form.dataset.type)
  return field.value
}

async function textOf(response) {
  const text = (await response.text()).slice(0, MAX_SHOWN_CHARS)
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
`
