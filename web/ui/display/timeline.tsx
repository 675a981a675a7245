import type { ComponentChildren } from 'preact'
import type { Tone } from './badge.tsx'
import { Time } from './time.tsx'

export type Moment = { at: string; title: ComponentChildren; detail?: ComponentChildren; tone?: Tone }

/** A list of events in the order given. @param look how their times are written; to the second by default */
export function Timeline({
  moments,
  look = 'exact',
}: {
  moments: readonly Moment[]
  look?: 'list' | 'exact'
}) {
  return (
    <ol class="timeline">
      {moments.map(({ at, title, detail, tone = 'plain' }, i) => (
        <li key={`${at} ${i}`} class={tone}>
          <p>{title}</p>
          {detail && <p class="detail">{detail}</p>}
          <Time at={at} look={look} />
        </li>
      ))}
    </ol>
  )
}
