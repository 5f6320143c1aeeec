import type { SuppressionState } from '../../contract/suppressions.js'
import type { WebhookEventType, WebhookFormat } from '../../contract/webhooks.js'
import type { TemplateLanguage } from './to-liquid.js'

/** What moves, in this order: a list is there before its members. */
export const KINDS = ['domains', 'templates', 'lists', 'contacts', 'suppressions', 'webhooks'] as const
export type Kind = (typeof KINDS)[number]

/** What is read of another service, by kind. */
export interface Items {
  domains: { name: string }
  templates: {
    name: string
    /** Its name for programs there, if it has one. */
    alias: string | null
    subject: string
    html: string
    text: string | null
    language: TemplateLanguage
  }
  lists: { name: string }
  contacts: {
    email: string
    firstName: string | null
    lastName: string | null
    attributes: Record<string, string | number | boolean>
    unsubscribed: boolean
    /** Names of the lists that it is in. */
    lists: string[]
  }
  suppressions: { email: string; state: SuppressionState; reason: string }
  webhooks: { url: string; events: WebhookEventType[] }
}

/** A part of a list, and where it goes on; null at its end. */
export interface SourcePage<T> {
  items: T[]
  next: string | null
}

/** Reads a list of a service from a place, or from its beginning. */
export type ReadPage<K extends Kind> = (place: string | null) => Promise<SourcePage<Items[K]>>

/** Another service, from which an account moves in. */
export interface Source {
  /** As people call it. */
  title: string
  /** The format that keeps handlers of its webhooks working; null if there is none. */
  format: WebhookFormat | null
  /** What it has. Kinds that cannot be read by its API are left out, and named in `byHand`. */
  read: { [K in Kind]?: ReadPage<K> }
  /** What has to be brought otherwise: a sentence each. */
  byHand: readonly string[]
}
