// A list with one line per row, each of which opens in place or leads to its page: what most readers need is on the line.
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { dayOf } from '../display/time.tsx'
import { dayText } from './rows.tsx'

export type Fold = {
  key: string | number
  /** The name of the row and of the button that opens it. */
  name: ComponentChildren
  /** What the row is about; it may hold a link. */
  note?: ComponentChildren
  /** Small facts before the end of the line, such as a time. */
  side?: ComponentChildren
  /** Whether the small facts are long and have a line of their own on a phone. */
  isSideBelow?: boolean
  /** A state or an amount, at the end of the line. */
  end?: ComponentChildren
  /** When it happened, for the days of a list in groups. */
  at?: string
  /** Shown when the row is open. */
  body?: ComponentChildren
  /** Where the row leads, instead of being opened. */
  href?: string
  /** A button at the end of the row, beside what opens it. */
  action?: ComponentChildren
}

/** @param byDay groups the rows by days of the shop's zone, from their `at` */
export function Folds({
  label,
  rows,
  byDay = false,
  empty,
}: {
  /** What the list holds, for screen readers. */
  label: string
  rows: readonly Fold[]
  byDay?: boolean
  empty: ComponentChildren
}) {
  if (rows.length === 0) return <>{empty}</>
  if (!byDay) return <List label={label} rows={rows} />
  const days = Map.groupBy(rows, ({ at = '' }) => dayOf(at))
  return (
    <div class="lines-around folds-by-day">
      {[...days].map(([day, members]) => (
        <section key={day}>
          <p class="day">{dayText(day)}</p>
          <List label={`${label}, ${dayText(day)}`} rows={members} />
        </section>
      ))}
    </div>
  )
}

function List({ label, rows }: { label: string; rows: readonly Fold[] }) {
  return (
    <ul class="folds" aria-label={label}>
      {rows.map((row) => (
        <OneFold key={row.key} row={row} />
      ))}
    </ul>
  )
}

function OneFold({ row }: { row: Fold }) {
  const { note, side, isSideBelow, end, body, action } = row
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <li class="fold">
      <div class="fold-line">
        <div class="name">
          <Name row={row} id={id} open={open} toggle={() => setOpen(!open)} />
        </div>
        {note && <div class="note">{note}</div>}
        {side && <div class={isSideBelow ? 'aside below' : 'aside'}>{side}</div>}
        {end && <div class="end">{end}</div>}
        {action && <div class="action">{action}</div>}
      </div>
      {body && open && (
        <div class="fold-body stack" id={id}>
          {body}
        </div>
      )}
    </li>
  )
}

/** What the whole line does: it opens the row, leads to its page, or nothing. */
function Name({
  row: { name, body, href },
  id,
  open,
  toggle,
}: {
  row: Fold
  id: string
  open: boolean
  toggle: () => void
}) {
  if (href)
    return (
      <a class="whole" href={href}>
        {name}
      </a>
    )
  if (!body) return <span>{name}</span>
  return (
    <button
      type="button"
      class="whole"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={toggle}
    >
      <span>{name}</span>
    </button>
  )
}
