import type { ContactList } from '../../../contract/contact-lists.js'
import { createContactList, listContactLists } from '../../../operations/contact-lists.js'
import type { NamedList } from '../source.js'
import type { ImportOutcome, OperationRunner, TargetOptions } from './operation-runner.js'

/** The lists of an account, by their names. */
export class ListTarget {
  readonly #runner: OperationRunner
  readonly #options: Pick<TargetOptions, 'isDry'>
  #lists: ContactList[] | null = null

  constructor(runner: OperationRunner, options: Pick<TargetOptions, 'isDry'>) {
    this.#runner = runner
    this.#options = options
  }

  async bring(list: NamedList): Promise<ImportOutcome> {
    if (await this.#find(list)) return 'existing'
    if (!this.#options.isDry) await this.#make(list)
    return 'created'
  }

  /** The id of a list, which is made if it is not there. */
  async idOf(list: NamedList): Promise<string> {
    return ((await this.#find(list)) ?? (await this.#make(list))).id
  }

  async #find({ name, isTopic }: NamedList): Promise<ContactList | null> {
    this.#lists ??= await this.#runner.everyPage(listContactLists, {}, (page) => page.contact_lists)
    // Dynamic lists decide by themselves who is in them.
    const named = this.#lists.filter((list) => list.name === name && list.filter === null)
    const exact = named.find(({ is_topic }) => is_topic === isTopic)
    // A list that was made a topic here is still that list.
    return exact ?? (isTopic ? null : (named[0] ?? null))
  }

  async #make({ name, isTopic, description }: NamedList): Promise<ContactList> {
    const input = { name, is_topic: isTopic, ...(description && { description }) }
    const list = await this.#runner.run(createContactList, input)
    this.#lists?.push(list)
    return list
  }
}
