import { useState } from 'react'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { ChoiceField } from '../../components/choice-field'
import { May } from '../../components/may'
import { Panel } from '../../components/panel'
import { Failure, SkeletonRows } from '../../components/states'
import { ListChoicesDocument } from '../../graphql/choices-operations'
import { useAllPages } from '../../graphql/use-all-pages'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { useMay } from '../../lib/rights'
import { AddToListDocument, ListsOfContactDocument, RemoveFromListDocument } from './contact-operations'

/** The lists that a contact is in. */
export function ContactLists({ contactId }: { contactId: string }) {
  const [{ data, error }, again] = useQuery({ query: ListsOfContactDocument, variables: { id: contactId } })
  const all = useAllPages(ListChoicesDocument, ({ contactLists }) => contactLists)
  const [, add] = useWrite(AddToListDocument)
  const [, remove] = useWrite(RemoveFromListDocument)
  const may = useMay('admin')
  const [left, setLeft] = useState<string[]>([])
  const refresh = () => again({ requestPolicy: 'network-only' })
  const lists = data?.contactLists?.nodes.filter(({ id }) => !left.includes(id))
  const others = all.items.filter(({ id, filter }) => !filter && !lists?.some((list) => list.id === id))
  const onAdd = async (listId: string) => {
    await add({ listId, contactId }, { failed: 'Not added' })
    setLeft((old) => old.filter((id) => id !== listId))
    refresh()
  }
  const onRemove = async (listId: string) => {
    setLeft((old) => [...old, listId])
    if (await remove({ listId, contactId }, { failed: 'Not taken off' })) refresh()
    else setLeft((old) => old.filter((id) => id !== listId))
  }
  return (
    <Panel title="Lists">
      <div className="content stack">
        {error && <Failure error={error} retry={refresh} />}
        {!lists && !error && <SkeletonRows count={2} />}
        {lists?.length === 0 && <p className="muted">It is in no list.</p>}
        <ul className="member-lists">
          {lists?.map(({ id, name, filter }) => (
            <li key={id}>
              <Link href={`/contacts/lists/${id}`}>
                <BidiIsolate text={name} />
              </Link>
              {filter ? (
                <span className="badge info">by filter</span>
              ) : (
                <May scope="admin">
                  <button
                    type="button"
                    className="button small"
                    aria-label={`Take off the list ${name}`}
                    onClick={() => void onRemove(id)}
                  >
                    Take off
                  </button>
                </May>
              )}
            </li>
          ))}
        </ul>
        {all.error && <Failure error={all.error} retry={all.retry} />}
        {may && others.length > 0 && (
          <ChoiceField
            label="Add to a list"
            value=""
            onChange={(id) => id !== '' && void onAdd(id)}
            choices={others}
            isLoading={!all.isWhole}
            placeholder="Choose a list"
          />
        )}
      </div>
    </Panel>
  )
}
