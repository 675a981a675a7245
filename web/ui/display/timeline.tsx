import type { ComponentChildren } from 'preact'
import type { Tone } from './badge.tsx'
import { Time } from './time.tsx'

export type Moment = { at: string; title: ComponentChildren; detail?: ComponentChildren; tone?: Tone }

/** A list of events in the order given. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol class="timeline">
      {moments.map(({ at, title, detail, tone = 'plain' }, i) => (
        <li key={`${at} ${i}`} class={tone}>
          <p>{title}</p>
          {detail && <p class="detail">{detail}</p>}
          <Time at={at} look="exact" />
        </li>
      ))}
    </ol>
  )
}
