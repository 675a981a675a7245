// Whether the figures are those of the week or of today.

export type Span = 'today' | 'week'

const spans = ['week', 'today'] as const

export function SpanChoice({
  of: chosen,
  choose,
  small = false,
  texts: t,
}: {
  of: Span
  choose: (span: Span) => void
  small?: boolean
  texts: Readonly<Record<Span | 'span', string>>
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
