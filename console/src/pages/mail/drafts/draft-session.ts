import type { CombinedError } from '@urql/core'
import { client } from '../../../graphql/client'
import type { VariablesOf } from '../../../graphql/graphql'
import { type Problem, problemOf } from '../../../graphql/problem'
import { attachmentOf, type ChosenFile, isLost, MAX_FILES_BYTES } from '../chosen-file'
import { contentOf, type Draft, draftOf, isSameDraft } from './draft'
import {
  CreateDraftDocument,
  DeleteDraftDocument,
  DraftDocument,
  type StoredDraft,
  UpdateDraftDocument,
} from './draft-operations'
import { forget, type KeptDraft, keep, storageKey } from './draft-storage'

/** Typing has stopped after this. */
const PAUSE_MS = 800
/** Who never stops is saved so often. */
const LONGEST_PAUSE_MS = 10_000
/** Until the next attempt when the API could not be reached. */
const AGAIN_MS = 5_000
/** Refusals that are over by themselves. */
const PASSING = ['overloaded', 'rate_limit_exceeded']
/** Refusals because of what somebody else did with the draft. */
const OVERTAKEN = ['draft_changed', 'wrong_status', 'not_found']

/** What another browser, or a colleague, has made of the draft meanwhile: `gone` if it was sent or deleted. */
export type Other = { draft: Draft; revision: number } | 'gone'

export interface DraftSessionState extends KeptDraft {
  isSaving: boolean
  /** Why it is not saved. */
  problem: Problem | null
  /** Nothing is saved before the writer has chosen. */
  other: Other | null
  /** Why it was not sent. */
  refusal: Problem | null
}

/**
 * A mail that is being written. It is saved at the API when typing pauses, one request at a time, also after its page is
 * gone, and kept in the tab at once.
 */
export class DraftSession {
  readonly #owner: string
  #name: string
  #state: DraftSessionState
  readonly #readers = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsavedSince = 0
  #turn: Promise<void> = Promise.resolve()
  #isOver = false
  /** The versions that the API was asked to save since it last answered that it had. */
  #attempts: Draft[] = []
  readonly #onNamed: (before: string, name: string) => void

  /**
   * @param name its id, or what it is called until it has one.
   * @param onNamed called when it gets its id.
   */
  constructor(owner: string, name: string, kept: KeptDraft, onNamed: (before: string, name: string) => void) {
    this.#owner = owner
    this.#name = name
    this.#state = { ...kept, isSaving: false, problem: null, other: null, refusal: null }
    this.#onNamed = onNamed
    if (kept.isUnsaved) this.#saveSoon()
  }

  readonly subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  readonly state = (): DraftSessionState => this.#state

  readonly set = (changes: Partial<Draft>): void => {
    const isTyped = changes.text !== undefined && changes.html === undefined
    this.#change({ draft: { ...this.#state.draft, ...changes, ...(isTyped && { html: null }) }, isUnsaved: true })
    this.#saveSoon()
  }

  /** Saves what is not saved yet. Resolves when it is, or cannot be. */
  readonly save = (): Promise<void> => {
    clearTimeout(this.#timer)
    this.#turn = this.#turn.then(() => this.#write())
    return this.#turn
  }

  /** Looks what others have made of it. */
  readonly refresh = (): Promise<void> => {
    this.#turn = this.#turn.then(async () => {
      if (this.#state.id !== null && !this.#state.isUnsaved && !this.#isOver) await this.#compare()
    })
    return this.#turn
  }

  /** Deletes it. Resolves to what went wrong. */
  async discard(): Promise<Problem | null> {
    this.leave()
    await this.#turn
    const { id } = this.#state
    if (id === null) return null
    const { error } = await client.mutation(DeleteDraftDocument, { id }).toPromise()
    const problem = error ? problemOf(error) : null
    return problem && !OVERTAKEN.includes(problem.code ?? '') ? problem : null
  }

  /** Ends it here: it is sent, or deleted. */
  leave(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    forget(this.#key)
    this.#onNamed(this.#name, '')
  }

  refuse(refusal: Problem | null): void {
    this.#change({ refusal })
  }

  /** Of two versions, goes on with ours; what is gone is a new draft. */
  readonly keepOurs = (): void => {
    const { other, draft } = this.#state
    if (other === null) return
    const theirs = other === 'gone' ? [] : other.draft.files
    const files = draft.files.map((file) => ({ ...file, stored: placeAmong(theirs, file) }))
    const base = other === 'gone' ? { id: null, revision: 0 } : { revision: other.revision }
    this.#change({ ...base, draft: { ...draft, files }, storedFiles: theirs.length, other: null, isUnsaved: true })
    void this.save()
  }

  /** Of two versions, goes on with that from elsewhere. */
  readonly takeOther = (): void => {
    const { other } = this.#state
    if (other === null || other === 'gone') return
    const { draft, revision } = other
    this.#change({ draft, revision, storedFiles: draft.files.length, other: null, isUnsaved: false })
  }

  /** Of two versions, keeps both: ours is a separate draft from now on. */
  readonly keepBoth = (): void => {
    if (this.#state.other !== null) this.#change({ other: 'gone' })
    this.keepOurs()
  }

  get #key(): string {
    return storageKey(this.#owner, this.#name)
  }

  #change(changes: Partial<DraftSessionState>): void {
    this.#state = { ...this.#state, ...changes }
    if (!this.#isOver) {
      const { about, draft, id, revision, storedFiles, isUnsaved, isSaving } = this.#state
      keep(this.#key, { about, draft, id, revision, storedFiles, isUnsaved: isUnsaved || isSaving })
    }
    for (const reader of this.#readers) reader()
  }

  #saveSoon(): void {
    const now = Date.now()
    this.#unsavedSince ||= now
    clearTimeout(this.#timer)
    const wait = Math.min(PAUSE_MS, Math.max(0, this.#unsavedSince + LONGEST_PAUSE_MS - now))
    this.#timer = setTimeout(() => void this.save(), wait)
  }

  async #write(): Promise<void> {
    const { isUnsaved, other, about, id, revision } = this.#state
    if (!isUnsaved || other !== null || this.#isOver) return
    this.#unsavedSince = 0
    this.#change({ isSaving: true, isUnsaved: false, problem: null })
    const { draft } = this.#state
    const files = await this.#newFiles(draft.files)
    const attachments = files?.attachments
    this.#attempts.push(draft)
    const { saved, error } =
      id === null
        ? await create({ kind: about.kind, threadId: about.threadId, ...contentOf(about, draft), attachments })
        : await update(id, { ...contentOf(about, draft), attachments, keepAttachments: files?.kept, revision })
    if (saved) this.#saved(saved, files?.order)
    else await this.#notSaved(error)
  }

  /** The files that the API lacks, and those that it keeps; null if it has exactly these. */
  async #newFiles(all: readonly ChosenFile[]) {
    const { storedFiles } = this.#state
    if (all.length === storedFiles && all.every(({ stored }, index) => stored === index)) return null
    // The field says so; the texts are saved.
    if (all.reduce((sum, { size }) => sum + size, 0) > MAX_FILES_BYTES) return null
    const kept = all.filter(({ stored }) => stored !== null)
    const fresh = all.filter(({ stored, content }) => stored === null && content !== null)
    const read = await Promise.all(fresh.map(attachmentOf))
    const order = [...kept, ...fresh.filter((_, index) => read[index])]
    const lost = new Set(fresh.filter((_, index) => !read[index]))
    if (lost.size > 0) {
      const files = this.#state.draft.files.map((file) => (lost.has(file) ? { ...file, content: null } : file))
      this.#change({ draft: { ...this.#state.draft, files } })
    }
    return { kept: kept.map(({ stored }) => stored!), attachments: read.filter((file) => file !== null), order }
  }

  #saved({ id, revision, attachments }: StoredDraft, order: readonly ChosenFile[] | undefined): void {
    const { draft } = this.#state
    this.#attempts = []
    const isFirst = this.#state.id === null
    if (isFirst && !this.#isOver) {
      forget(this.#key)
      this.#onNamed(this.#name, id)
      this.#name = id
    }
    const files = order ? placesAmong(order, draft.files) : draft.files
    this.#change({ id, revision, isSaving: false, storedFiles: attachments.length, draft: { ...draft, files } })
  }

  async #notSaved(error: CombinedError | undefined): Promise<void> {
    const problem = error ? problemOf(error) : LOST
    const isOvertaken = this.#state.id !== null && OVERTAKEN.includes(problem.code ?? '')
    if (isOvertaken && (await this.#compare())) return
    this.#change({ isSaving: false, isUnsaved: true, problem: isOvertaken ? LOST : problem })
    if (isOvertaken || problem.code === null || PASSING.includes(problem.code)) this.#again(AGAIN_MS)
  }

  #again(waitMs = 0): void {
    this.#change({ isUnsaved: true })
    clearTimeout(this.#timer)
    if (!this.#isOver) this.#timer = setTimeout(() => void this.save(), waitMs)
  }

  /** Compares with the API. Returns whether that was possible. */
  async #compare(): Promise<boolean> {
    const { id, draft: before } = this.#state
    const { data, error } = await client
      .query(DraftDocument, { id: id! }, { requestPolicy: 'network-only' })
      .toPromise()
    if (error && problemOf(error).code !== 'not_found') return false
    const stored = data?.draft
    const wasDirty = this.#state.isUnsaved || this.#state.isSaving
    if (!stored || stored.status === 'sent') {
      this.#change({ isSaving: false, isUnsaved: wasDirty, other: 'gone' })
      return true
    }
    const theirs = draftOf(stored)
    const { revision } = stored
    // The writer may have gone on meanwhile.
    const { draft } = this.#state
    const ours = [draft, before, ...this.#attempts].find((version) => isSameDraft(theirs, version))
    if (ours) {
      // Nobody else has changed it, or the answer to our request was lost.
      const files = placesAmong(ours.files, draft.files)
      this.#change({ isSaving: false, revision, storedFiles: theirs.files.length, draft: { ...draft, files } })
      if (isSameDraft(theirs, draft)) this.#change({ isUnsaved: false })
      else this.#again()
    } else if (wasDirty) {
      this.#change({ isSaving: false, isUnsaved: true, other: { draft: theirs, revision } })
    } else if (revision !== this.#state.revision) {
      this.#change({ draft: theirs, revision, storedFiles: theirs.files.length })
    }
    return true
  }
}

const LOST: Problem = { message: 'The server cannot be reached.', code: null, fields: new Map() }

/** Where a file of ours is among those of another version; null if it has to be sent. */
function placeAmong(theirs: readonly ChosenFile[], { name, size, content, stored }: ChosenFile): number | null {
  if (content !== null || stored === null) return null
  const place = theirs.findIndex((file) => file.name === name && file.size === size)
  return place < 0 ? null : place
}

/** Files with their places among those that the API has by now; null for those that it lacks. */
const placesAmong = (stored: readonly ChosenFile[], files: readonly ChosenFile[]): ChosenFile[] =>
  files.map((file) => {
    const place = stored.indexOf(file)
    return { ...file, stored: place < 0 ? null : place }
  })

async function create(input: VariablesOf<typeof CreateDraftDocument>['input']) {
  const { data, error } = await client.mutation(CreateDraftDocument, { input }).toPromise()
  return { saved: data?.createDraft, error }
}

async function update(id: string, input: VariablesOf<typeof UpdateDraftDocument>['input']) {
  const { data, error } = await client.mutation(UpdateDraftDocument, { id, input }).toPromise()
  return { saved: data?.updateDraft, error }
}

/** Whether the API has all of a mail, so that it can be sent. */
export const isComplete = ({ draft, isUnsaved, isSaving, other }: DraftSessionState): boolean =>
  !isUnsaved && !isSaving && other === null && !draft.files.some((file) => isLost(file) || file.stored === null)
