import type { MessageDoc } from '../../models/message.js'
import type { LinkSigner } from './link-signer.js'

/** Paths of the links that are put into mails. Whatever follows is a token. */
export const OPEN_PATH = '/o/'
export const CLICK_PATH = '/c/'
export const UNSUBSCRIBE_PATH = '/unsubscribe/'

/** A message, as far as its links name it. */
export type LinkedMessage = Pick<MessageDoc, '_id' | 'account_id'>

/** Address of the picture whose loading tells that a mail was opened. */
export function openLink(signer: LinkSigner, baseUrl: string, { account_id, _id }: LinkedMessage): string {
  return `${baseUrl}${OPEN_PATH}${signer.sign('open', [account_id, _id])}.gif`
}

/** Address that leads to a target, and tells that it was followed. The target is part of what is signed. */
export function clickLink(signer: LinkSigner, baseUrl: string, message: LinkedMessage, target: string): string {
  return `${baseUrl}${CLICK_PATH}${signer.sign('click', [message.account_id, message._id, target])}`
}

/** Address that takes a recipient off the marketing of an account (RFC 8058). */
export function unsubscribeLink(
  signer: LinkSigner,
  baseUrl: string,
  { account_id, _id }: LinkedMessage,
  recipient: string,
): string {
  return `${baseUrl}${UNSUBSCRIBE_PATH}${signer.sign('unsubscribe', [account_id, _id, recipient])}`
}

/** What an open tells; null for a token that is none. */
export function readOpen(signer: LinkSigner, token: string): LinkedMessage | null {
  const [account_id, _id] = signer.read('open', token, 2) ?? []
  return account_id && _id ? { account_id, _id } : null
}

/** What a click tells, and where it leads; null for a token that is none. */
export function readClick(signer: LinkSigner, token: string): (LinkedMessage & { target: string }) | null {
  const [account_id, _id, target] = signer.read('click', token, 3) ?? []
  return account_id && _id && target ? { account_id, _id, target } : null
}

/** Who unsubscribes from whom; null for a token that is none. */
export function readUnsubscribe(signer: LinkSigner, token: string): { accountId: string; recipient: string } | null {
  const [accountId, messageId, recipient] = signer.read('unsubscribe', token, 3) ?? []
  return accountId && messageId && recipient ? { accountId, recipient } : null
}
