import { ApiError } from '../../../errors.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { Models } from '../../../models/index.js'
import type { TemplateDoc } from '../../../models/template.js'

/*
 * Slugs: the names by which programs can call templates, unique in the account. Nothing that is a slug is an id, because
 * ids have an underscore and slugs have none.
 */

const MAX_CHARS = 64
/** For a name without any Latin letter or digit. */
const FALLBACK = 'template'

type Templates = Pick<Models, 'templates'>
type Named = Pick<TemplateDoc, '_id' | 'account_id' | 'name'>

/** Whether a reference to a template is a slug, and no id. */
export const isSlug = (ref: string) => !ref.includes('_')

/** The template of an account with an id or a slug, as a filter. */
export const templateRef = (account_id: string, ref: string) =>
  isSlug(ref) ? { account_id, slug: ref } : { _id: ref, account_id }

/** The id that a slug stands for, or the id that it is; of a slug of nothing the slug, which is no id. */
export async function templateId({ templates }: Templates, accountId: string, ref: string): Promise<string> {
  if (!isSlug(ref)) return ref
  const found = await templates.collection.findOne(templateRef(accountId, ref), { projection: { _id: 1 } })
  return found?._id ?? ref
}

/** A name as a slug: `Order shipped!` is `order-shipped`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimmed(trimmed(plain).slice(0, MAX_CHARS)) || FALLBACK
}

/**
 * Stores a template with a slug that is made from its name: the first of `name`, `name-2`, `name-3`, … that is free. The
 * unique index decides between several at the same time.
 * @param write stores it, and fails with a duplicate key if the slug is taken by then.
 */
export async function withFreeSlug<T>(
  models: Templates,
  { account_id, name }: Pick<Named, 'account_id' | 'name'>,
  write: (slug: string) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write(await freeSlug(models, account_id, slugOf(name)))
    } catch (error) {
      if (!isDuplicateKey(error, ['slug'])) throw error
    }
  }
}

/** Runs a write of a slug that the caller has chosen. @throws ApiError `template_exists` if another template has it. */
export async function withOwnSlug<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isDuplicateKey(error, ['slug']) ? new ApiError('template_exists') : error
  }
}

async function freeSlug({ templates }: Templates, account_id: string, base: string): Promise<string> {
  // Only this slug and its own followers have it as their beginning and a number behind it, cut or not.
  const taken = new Set<string | undefined>()
  const similar = { account_id, slug: { $gte: base.slice(0, MAX_CHARS - 6), $lt: `${base.slice(0, MAX_CHARS - 6)}~` } }
  for await (const { slug } of templates.collection.find(similar, { projection: { _id: 0, slug: 1 } })) taken.add(slug)
  if (!taken.has(base)) return base
  for (let count = 2; ; count += 1) {
    const tail = `-${count}`
    const slug = `${base.slice(0, MAX_CHARS - tail.length)}${tail}`
    if (!taken.has(slug)) return slug
  }
}

/** Without hyphens at its ends. There is one at most at each. */
const trimmed = (text: string) => text.replace(/^-/, '').replace(/-$/, '')
