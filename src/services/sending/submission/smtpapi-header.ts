import { isObject } from '../../../lib/json/plain-objects.js'
import { jsonObject, readUnixTime } from './header-values.js'
import { refuse, type SendOptionsReader } from './send-options.js'

/** What a field of the header means; `at` names it in errors. */
type Field = (value: unknown, reader: SendOptionsReader, at: string) => void

const refused =
  (advice: string): Field =>
  (_value, _reader, at) =>
    refuse(at, `is not supported: ${advice}`)

const ignored: Field = () => {}

const ONE_MAIL_EACH = 'send one mail for each recipient, or a batch over the API'

const FIELDS = new Map<string, Field>([
  [
    'category',
    (value, reader, at) => {
      for (const category of Array.isArray(value) ? value : [value]) {
        if (typeof category !== 'string') refuse(at, 'must be a text or a list of texts')
        reader.addLabel(category)
      }
    },
  ],
  [
    'unique_args',
    (value, reader, at) => {
      if (!isObject(value)) refuse(at, 'must be an object')
      for (const [key, field] of Object.entries(value)) reader.addMetadata(at, key, field)
    },
  ],
  [
    'send_at',
    (value, reader, at) => {
      const time = readUnixTime(String(value))
      if (!time) refuse(at, 'must be a time in seconds since 1970')
      reader.set(at, 'scheduledAt', time.toISOString())
    },
  ],
  [
    'filters',
    (value, reader, at) => {
      if (!isObject(value)) refuse(at, 'must be an object')
      for (const [name, filter] of Object.entries(value)) readFilter(name, filter, reader, `${at}.${name}`)
    },
  ],
  ['to', refused(ONE_MAIL_EACH)],
  ['sub', refused(ONE_MAIL_EACH)],
  ['section', refused(ONE_MAIL_EACH)],
  ['send_each_at', refused(ONE_MAIL_EACH)],
  ['asm_group_id', refused('send marketing mail over the API, with message_type')],
  ['ip_pool', ignored],
  ['batch_id', ignored],
])

/**
 * SendGrid's header: a JSON object.
 * @throws ApiError `invalid_request`, which names the field, for whatever would change the mail and cannot be done.
 */
export function readSmtpApi(value: string, reader: SendOptionsReader, header: string): void {
  for (const [name, field] of Object.entries(jsonObject(header, value))) {
    // Libraries write fields that nobody has set.
    if (isEmpty(field)) continue
    const read = FIELDS.get(name) ?? refused('leave it out')
    read(field, reader, `${header} (${name})`)
  }
}

/** Tracking is done; any other filter would change the mail, so it must be off. */
function readFilter(name: string, filter: unknown, reader: SendOptionsReader, at: string): void {
  const settings = isObject(filter) ? (filter.settings ?? filter.setting) : undefined
  const { enable, replace } = isObject(settings) ? settings : {}
  const isOn = readSwitch(enable)
  if (name !== 'clicktrack' && name !== 'opentrack') {
    if (isOn !== false) refuse(at, 'is not supported: leave it out')
    return
  }
  if (isOn === undefined) refuse(at, 'must have settings.enable, 0 or 1')
  if (isOn && !isEmpty(replace)) refuse(at, 'cannot replace a text: leave out settings.replace')
  reader.set(at, name === 'clicktrack' ? 'clicks' : 'opens', isOn)
}

function readSwitch(value: unknown): boolean | undefined {
  if ([1, '1', true].includes(value as never)) return true
  return [0, '0', false].includes(value as never) ? false : undefined
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
