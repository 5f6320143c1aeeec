import type { SuppressionState } from '../../contract/suppressions.js'
import type { WebhookEventType, WebhookFormat } from '../../contract/webhooks.js'
import type { TemplateLanguage } from './templates/languages.js'

/**
 * What moves, in this order: who must not get mail is known before there are contacts, and a list is there before its
 * members.
 */
export const KINDS = ['domains', 'templates', 'suppressions', 'lists', 'contacts', 'webhooks'] as const
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
    /** Whether it is a layout, which is a frame around others and has no subject. */
    isLayout?: boolean
    /** The alias of the layout around it. Layouts come before the templates that have them. */
    layout?: string | null
    /** Values that it declares. One without a default is required. */
    variables?: { name: string; default: string | number | null }[]
  }
  lists: NamedList
  contacts: {
    email: string
    firstName: string | null
    lastName: string | null
    attributes: Record<string, unknown>
    unsubscribed: boolean
    /** The lists and topics that it is in. */
    lists: NamedList[]
    /** The topics that it has left. */
    leftTopics: NamedList[]
  }
  suppressions: { email: string; state: SuppressionState; reason: string }
  webhooks: { url: string; events: WebhookEventType[] }
}

/** A list, by the name that it gets here. */
export interface NamedList {
  name: string
  /** Whether recipients can leave it. */
  isTopic: boolean
  description?: string | null
}

/** Something of a service, and what is to say about it. */
export interface Remark {
  what: string
  why: string
}

/** A part of a list, and where it goes on; null at its end. */
export interface SourcePage<T> {
  items: T[]
  next: string | null
  /** What could not be read. */
  missed?: Remark[]
  /** What does not come along of things that do. */
  remarks?: Remark[]
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
