// Whether the figures are those of today, or of the last 7, 30 or 90 days.

export type Span = 'today' | 'week' | 'month' | 'quarter'

const usual = ['week', 'today'] as const

/** @param spans the ones to choose from, in their order */
export function SpanChoice<Offered extends Span = (typeof usual)[number]>({
  of: chosen,
  choose,
  spans = usual as readonly Span[] as readonly Offered[],
  small = false,
  texts: t,
}: {
  of: Offered
  choose: (span: Offered) => void
  spans?: readonly Offered[]
  small?: boolean
  texts: Readonly<Record<Offered | 'span', string>>
}) {
  return (
    <fieldset class={small ? 'choice small' : 'choice'} aria-label={t.span}>
      {spans.map((one) => (
        <button key={one} type="button" aria-pressed={chosen === one} onClick={() => choose(one)}>
          {t[one]}
        </button>
      ))}
    </fieldset>
  )
}
