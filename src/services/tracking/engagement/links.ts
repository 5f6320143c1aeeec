import type { MessageDoc } from '../../../models/message.js'
import type { LinkSigner } from './link-signer.js'

/** Paths of the links in mails; a token follows. */
export const OPEN_PATH = '/o/'
export const CLICK_PATH = '/c/'
export const UNSUBSCRIBE_PATH = '/unsubscribe/'
export const PREFERENCES_PATH = '/preferences/'

/** More base64 than an account id and the space after it take. */
const MAX_ACCOUNT_CHARS = 64

/** The ids of a message that its links contain. */
export type LinkedMessage = Pick<MessageDoc, '_id' | 'account_id'>

/** What the links that are for its recipient contain. */
export interface LinkedRecipient {
  message: LinkedMessage
  /** The address as in the message. */
  recipient: string
}

/** URL of the tracking picture for opens. */
export function openLink(signer: LinkSigner, baseUrl: string, { account_id, _id }: LinkedMessage): string {
  return `${baseUrl}${OPEN_PATH}${signer.sign('open', [account_id, _id])}.gif`
}

/** URL that records a click and redirects to a target. The target is part of the signed data. */
export function clickLink(signer: LinkSigner, baseUrl: string, message: LinkedMessage, target: string): string {
  return `${baseUrl}${CLICK_PATH}${signer.sign('click', [message.account_id, message._id, target])}`
}

/** URL that unsubscribes a recipient from an account's marketing mail (RFC 8058). */
export function unsubscribeLink(
  signer: LinkSigner,
  baseUrl: string,
  { account_id, _id }: LinkedMessage,
  recipient: string,
): string {
  return `${baseUrl}${UNSUBSCRIBE_PATH}${signer.sign('unsubscribe', [account_id, _id, recipient])}`
}

/** URL of the page where a recipient chooses what marketing mail of an account to get. */
export function preferencesLink(
  signer: LinkSigner,
  baseUrl: string,
  message: LinkedMessage,
  recipient: string,
): string {
  return `${baseUrl}${PREFERENCES_PATH}${preferencesToken(signer, { message, recipient })}`
}

/** The token of that URL. */
export function preferencesToken(signer: LinkSigner, { message, recipient }: LinkedRecipient): string {
  return signer.sign('preferences', [message.account_id, message._id, recipient])
}

/** The account that a token names, whether or not it is valid; null if it names none. */
export function accountIn(token: string): string | null {
  const [said = ''] = token.split('.', 1)
  const [accountId] = Buffer.from(said.slice(0, MAX_ACCOUNT_CHARS), 'base64url').toString().split(' ', 1)
  return accountId || null
}

/** Reads the token of an open; null if it is invalid. */
export function readOpen(signer: LinkSigner, token: string): LinkedMessage | null {
  const [account_id, _id] = signer.read('open', token, 2) ?? []
  return account_id && _id ? { account_id, _id } : null
}

/** Reads the token of a click with its target; null if it is invalid. */
export function readClick(signer: LinkSigner, token: string): (LinkedMessage & { target: string }) | null {
  const [account_id, _id, target] = signer.read('click', token, 3) ?? []
  return account_id && _id && target ? { account_id, _id, target } : null
}

/** Reads the token of an unsubscribe link; null if it is invalid. */
export const readUnsubscribe = (signer: LinkSigner, token: string) => readRecipient(signer, 'unsubscribe', token)

/** Reads the token of a link to the preference page; null if it is invalid. */
export const readPreferences = (signer: LinkSigner, token: string) => readRecipient(signer, 'preferences', token)

function readRecipient(
  signer: LinkSigner,
  purpose: 'unsubscribe' | 'preferences',
  token: string,
): LinkedRecipient | null {
  const [account_id, _id, recipient] = signer.read(purpose, token, 3) ?? []
  return account_id && _id && recipient ? { message: { account_id, _id }, recipient } : null
}
