// The page of a queue that admins work through: what is empty, what is open, and where to go after a decision.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await, Waiting } from '../../ui/service/await.tsx'
import type { Loaded } from '../../ui/service/load.ts'
import { itemAfter, ReviewQueue } from './review-queue.tsx'

type Queue<Item> = {
  loaded: Loaded<{ items: Item[] }>
  idOf: (item: Item) => string
  /** The queue's address; an item's address is below it. */
  base: string
  /** The item in the address. */
  id: string | undefined
}

type QueuePageProps<Item> = {
  queue: Queue<Item>
  texts: Readonly<Record<'title' | 'lead' | 'empty' | 'emptyText' | 'queue', string>>
  line: (item: Item) => ComponentChildren
  nameOf?: (item: Item) => string
  notFound: ComponentChildren
  review: (item: Item) => ComponentChildren
  /** The dialog of a decision. */
  children: ComponentChildren
}

export function QueuePage<Item>(props: QueuePageProps<Item>) {
  const { queue, texts: t, line, nameOf, notFound, review, children } = props
  const { loaded, idOf, base, id } = queue
  const isMissing = id !== undefined && loaded.data?.items.every((item) => idOf(item) !== id) === true
  // An item that arrived after the queue was loaded opens by its address at once.
  useEffect(() => {
    if (isMissing) loaded.reload()
  }, [id, isMissing, loaded.reload])
  return (
    <Page title={t.title} intro={t.lead}>
      <Await of={loaded}>
        {({ items }) =>
          items.length === 0 && id === undefined ? (
            <EmptyState title={t.empty}>
              <p>{t.emptyText}</p>
            </EmptyState>
          ) : (
            <ReviewQueue
              label={t.queue}
              items={items}
              idOf={idOf}
              base={base}
              open={id}
              line={line}
              nameOf={nameOf}
              notFound={loaded.loading ? <Waiting /> : notFound}
            >
              {review}
            </ReviewQueue>
          )
        }
      </Await>
      {children}
    </Page>
  )
}

/** Goes to the item after one that was decided; to the queue, where no item was open. */
export function useNext<Item>({ loaded, idOf, base, id }: Queue<Item>): (decided: Item) => void {
  const { route } = useLocation()
  return (decided) => {
    const next = itemAfter(loaded.data?.items ?? [], idOf, idOf(decided))
    route(next && id !== undefined ? `${base}/${next}` : base, true)
  }
}
