// A queue next to the item being reviewed; on a narrow screen, one of the two at a time.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { queueTexts } from '../texts.ts'

type ReviewQueueProps<Item> = {
  /** The queue's name for screen readers. */
  label: string
  items: readonly Item[]
  idOf: (item: Item) => string
  /** The queue's address; an item's address is below it. */
  base: string
  /** The query of the address: `?state=closed`. */
  search?: string
  /** The item in the address; without one, wide screens show the first item. */
  open: string | undefined
  line: (item: Item) => ComponentChildren
  /** The name of an item, shown on the way to the next one. */
  nameOf?: ((item: Item) => string) | undefined
  /** Shown instead of an item that is no longer in the queue. */
  notFound: ComponentChildren
  children: (item: Item) => ComponentChildren
}

export function ReviewQueue<Item>(props: ReviewQueueProps<Item>) {
  const { label, items, idOf, base, search = '', open, line, nameOf, notFound: removed, children } = props
  const t = queueTexts()
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLDivElement>(null)
  const index = open === undefined ? 0 : items.findIndex((item) => idOf(item) === open)
  const item = items[index]
  const next = items[index + 1]
  const hrefOf = (other: Item | undefined) => other && `${base}/${encodeURIComponent(idOf(other))}${search}`

  // On a narrow screen the focus moves to the item when it replaces the queue.
  useEffect(() => {
    if (open !== undefined && list.current?.offsetParent === null) heading.current?.focus()
  }, [open])

  return (
    <div class={open === undefined ? 'review' : 'review opened'}>
      <nav class="queue" aria-label={label}>
        <ul ref={list}>
          {items.map((one) => (
            <li key={idOf(one)}>
              <a href={hrefOf(one)} data-item="follow" aria-current={one === item ? 'true' : undefined}>
                {line(one)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="reviewed" ref={heading} tabIndex={-1}>
        <div class="review-bar">
          <a class="back" href={`${base}${search}`}>
            {t.back}
          </a>
          {item && (
            <>
              <span>{t.position(index + 1, items.length)}</span>
              <span class="actions">
                <Step href={hrefOf(items[index - 1])} label={t.previous} />
                <Step href={hrefOf(next)} label={next && nameOf ? t.nextNamed(nameOf(next)) : t.next} />
              </span>
            </>
          )}
        </div>
        {item ? children(item) : removed}
      </div>
    </div>
  )
}

function Step({ href, label }: { href: string | undefined; label: string }) {
  if (href === undefined)
    return (
      <span class="button small" aria-disabled="true">
        {label}
      </span>
    )
  return (
    <ButtonLink small href={href}>
      {label}
    </ButtonLink>
  )
}

/** The item to open after this one is decided: the next one, or the previous one after the last. */
export function itemAfter<Item>(items: readonly Item[], idOf: (item: Item) => string, done: string) {
  const index = items.findIndex((item) => idOf(item) === done)
  const next = items[index + 1] ?? items[index - 1]
  return next && idOf(next)
}
