// A list with one line per row, in groups by day of the shop's zone. The whole line leads to the row's page.

import type { ComponentChildren } from 'preact'
import { dateText } from '../display/date-text.generated.ts'
import { dayOf, Time } from '../display/time.tsx'
import { catalogue, locale } from '../language/language.ts'
import { serviceNow } from '../service/clock.ts'

const texts = catalogue({
  fr: { today: 'Aujourd’hui', yesterday: 'Hier' },
  en: { today: 'Today', yesterday: 'Yesterday' },
})

export type Line = {
  key: string
  /** Undefined for a reader who may not open it. */
  href: string | undefined
  /** When it happened, as the service writes it. */
  at: string
  /** The pictogram of the card network or the operator; none where no card was used. */
  icon?: ComponentChildren
  /** What identifies it, cut where the line ends. */
  name: string
  /** A second name, on wide screens only. */
  note?: ComponentChildren
  /** The last digits of the card, or the number. */
  means: string
  status: ComponentChildren
  amount: ComponentChildren
  /** The amount is struck through, because nothing of it is kept. */
  struck?: boolean
}

export type Headings = Readonly<Record<'time' | 'means' | 'name' | 'note' | 'status' | 'amount', string>>

export function Lines({
  caption,
  headings,
  lines,
  empty,
}: {
  caption: string
  headings: Headings
  lines: readonly Line[]
  empty: ComponentChildren
}) {
  if (lines.length === 0) return <>{empty}</>
  return (
    <div class="lines-around">
      <table role="table" class="lines">
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup" class="visually-hidden">
          <tr role="row">
            {(['time', 'means', 'name', 'note', 'status', 'amount'] as const).map((name) => (
              <th key={name} role="columnheader" scope="col">
                {headings[name]}
              </th>
            ))}
          </tr>
        </thead>
        {runsOfDays(lines).map(({ day, members }) => (
          <tbody key={members[0]?.key} role="rowgroup">
            <tr role="row" class="day">
              <th scope="rowgroup" colSpan={6}>
                {dayText(day)}
              </th>
            </tr>
            {members.map((line) => (
              <OneLine key={line.key} line={line} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** The lines in their order, with those of one day together as far as they follow each other: a list need not be sorted by time. */
function runsOfDays(lines: readonly Line[]): { day: string; members: Line[] }[] {
  const runs: { day: string; members: Line[] }[] = []
  for (const line of lines) {
    const day = dayOf(line.at)
    const last = runs.at(-1)
    if (last?.day === day) last.members.push(line)
    else runs.push({ day, members: [line] })
  }
  return runs
}

function OneLine({ line }: { line: Line }) {
  return (
    <tr role="row" class="line-row">
      <td role="cell" class="at">
        <Time at={line.at} look="clock" />
      </td>
      <td role="cell" class="means">
        {line.icon}
        <span>{line.means}</span>
      </td>
      <th role="rowheader" scope="row" class="name">
        {line.href === undefined ? line.name : <a href={line.href}>{line.name}</a>}
      </th>
      <td role="cell" class="note">
        {line.note}
      </td>
      <td role="cell" class="status">
        {line.status}
      </td>
      <td role="cell" class="sum">
        {line.struck ? <s>{line.amount}</s> : line.amount}
      </td>
    </tr>
  )
}

/** "Today", "Yesterday", or "Saturday 21 November", with the year of another year. */
export function dayText(day: string, now = serviceNow()): string {
  const t = texts()
  if (day === dayOf(now.toISOString())) return t.today
  if (day === dayOf(new Date(now.getTime() - 86_400_000).toISOString())) return t.yesterday
  const isOld = day.slice(0, 4) !== dayOf(now.toISOString()).slice(0, 4)
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return dateText(locale(), { ...options, ...(isOld && { year: 'numeric' }) }, new Date(day))
}
